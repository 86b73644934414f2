import BoothCore
import BoothTesting
import FoundationEssentials

/// What people do, in its order: each goes on from what the one before has left.
extension StudioDeed {
  static let all: [StudioDeed] = people + places + reports + critiques + [sync]

  private static func count(_ words: String, in text: String) -> Int { text.split(separator: words).count - 1 }

  private static func found(_ isThere: Bool) -> Seen { isThere ? .whole : .absent }

  /// A status that nothing but a fault has, in words.
  private static func odd(_ what: String, _ reply: StudioVisitor.Reply) -> Seen {
    .broken("\(what) is answered with \(reply.status)")
  }

  /// The row of a person on the page of people.
  private static func personRow(_ name: String, _ page: StudioVisitor.Reply) -> Substring? {
    page.text.split(separator: "<li class=\"person\">").first {
      $0.contains("<bdi>\(name)</bdi>") && $0.contains("name=\"user\"")
    }
  }

  private static let people: [StudioDeed] = [
    StudioDeed(name: "begin") { round in
      let visitor = await round.anna()
      guard await round.facts.anna == nil, !round.link.isEmpty else { return true }
      try await visitor.join(round.link)
      let cookie = await visitor.cookie
      let isIn = try await visitor.get("/account").status == 200
      await round.know { $0.anna = cookie }
      return isIn
    } seen: { round in
      // The next studio does not know who anna is: she signs in.
      let visitor = StudioVisitor(round.base)
      let reply = try await visitor.post("/sign-in", ["name": "anna", "password": "a long password"])
      guard reply.status == 303 else { return .absent }
      let cookie = await visitor.cookie
      await round.know { $0.anna = cookie }
      await round.put(visitor, as: "anna")
      let people = try await visitor.get("/people")
      let rows = count("name=\"user\"", in: people.text)
      return rows == 1 ? .whole : .broken("\(rows) people")
    },
    StudioDeed(name: "invite") { round in
      let reply = try await round.anna().post(
        "/people/invite", ["name": "ben", "standing": "employee"], from: "/people")
      let page = try await round.anna().get("/people")
      if let link = page.text.split(separator: "/join/").dropFirst().first {
        let path = "/join/" + link.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
        await round.know { $0.benLink = path }
      }
      return reply.status == 303
    } seen: { round in
      found(try await round.anna().get("/people").text.contains("<bdi>ben</bdi>"))
    },
    StudioDeed(name: "join") { round in
      let visitor = StudioVisitor(round.base)
      try await visitor.join(round.base + (await round.facts.benLink), "ben")
      // Used already: the account is there.
      var isIn = try await visitor.get("/account").status == 200
      if !isIn {
        isIn = try await visitor.post("/sign-in", ["name": "ben", "password": "a long password"]).status == 303
      }
      let cookie = await visitor.cookie
      await round.know { $0.ben = cookie }
      await round.put(visitor, as: "ben")
      return isIn
    } seen: { round in
      let page = try await round.anna().get("/people")
      guard let row = personRow("ben", page) else { return .absent }
      let id = row.split(separator: "name=\"user\" value=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
      await round.know { $0.benID = id ?? "" }
      let visitor = StudioVisitor(round.base)
      let reply = try await visitor.post("/sign-in", ["name": "ben", "password": "a long password"])
      guard reply.status == 303 else { return odd("ben's signing in", reply) }
      let cookie = await visitor.cookie
      await round.know { $0.ben = cookie }
      await round.put(visitor, as: "ben")
      return .whole
    },
    StudioDeed(name: "role") { round in
      let id = await round.facts.benID
      return try await round.anna().post("/people/standing", ["user": id, "standing": "photographer"], from: "/people")
        .status == 303
    } seen: { round in
      found(
        personRow("ben", try await round.anna().get("/people"))?.contains("value=\"photographer\" selected") == true)
    },
    StudioDeed(name: "name") { round in
      try await round.anna().post("/account/name", ["shown": "Anna Ami"], from: "/account").status == 303
    } seen: { round in
      found(try await round.anna().get("/people").text.contains("Anna Ami"))
    },
    StudioDeed(name: "settings") { round in
      try await round.anna().post("/settings", ["organisationName": "Archive"], from: "/settings").status == 303
    } seen: { round in
      found(try await round.anna().get("/people").text.contains("<bdi>Archive</bdi>"))
    },
    StudioDeed(
      name: "signIn",
      act: { round in
        let visitor = StudioVisitor(round.base)
        let reply = try await visitor.post("/sign-in", ["name": "anna", "password": "a long password"])
        let cookie = await visitor.cookie
        await round.know { $0.entered = cookie }
        return reply.status == 303
      },
      seen: { round in
        let visitor = StudioVisitor(round.base, cookie: await round.facts.entered)
        return found(try await visitor.get("/account").status == 200)
      }, isSeen: false),
    StudioDeed(name: "password") { round in
      let password = "another long password"
      return try await round.ben().post(
        "/account/password", ["old": "a long password", "password": password, "again": password], from: "/account"
      ).status == 303
    } seen: { round in
      func opens(_ password: String) async throws -> Bool {
        try await StudioVisitor(round.base).post("/sign-in", ["name": "ben", "password": password]).status == 303
      }
      let (old, new) = (try await opens("a long password"), try await opens("another long password"))
      return old == new ? .broken("old \(old), new \(new)") : found(new)
    },
  ]

  private static let places: [StudioDeed] = [
    StudioDeed(name: "add") { round in
      let reply = try await round.anna().send(
        file: try StudioRound.picture(200),
        ["title": "Jaffa Gate", "at": "31.7767, 35.2276", "key": StudioRound.placeKey],
        to: "/places/new", from: "/places/new")
      return reply.status == 303
    } seen: { round in
      let list = try await round.anna().get("/places").text
      let places = Set(list.split(separator: "href=\"/places/at/").dropFirst().map { String($0.prefix { $0 != "\"" }) })
      guard let place = places.first else { return .absent }
      guard places.count == 1 else { return .broken("\(places.count) locations") }
      await round.know { $0.place = "/places/at/\(place)" }
      let page = try await round.anna().get("/places/at/\(place)")
      let address = page.text.split(separator: "<img src=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
      let picture = try await round.anna().get(address ?? "/nothing")
      return picture.status == 200 ? .whole : odd("its picture", picture)
    },
    StudioDeed(name: "edit") { round in
      let place = await round.facts.place
      let page = try await round.anna().get(place + "/edit")
      var form = await round.anna().form(page, to: place + "/edit")
      form["title"] = "Jaffa Gate, north"
      return try await round.anna().post(place + "/edit", form, on: page).status == 303
    } seen: { round in
      let page = try await round.anna().get(await round.facts.place)
      return page.status == 200 ? found(page.text.contains("Jaffa Gate, north")) : odd("the location", page)
    },
    StudioDeed(name: "notes") { round in
      let place = await round.facts.place
      let page = try await round.anna().get(place)
      return try await round.anna().post(
        place + "/notes", ["notes": "noted then", "seen": page.value("seen") ?? ""], on: page
      ).status == 303
    } seen: { round in
      let page = try await round.anna().get(await round.facts.place)
      return page.status == 200 ? found(page.text.contains("noted then")) : odd("the location", page)
    },
    StudioDeed(name: "delete") { round in
      let place = await round.facts.place
      let page = try await round.anna().get(place)
      if page.status == 404 { return true }
      return try await round.anna().post(place + "/delete", [:], on: page).status == 303
    } seen: { round in
      let page = try await round.anna().get(await round.facts.place)
      let isListed = try await round.anna().get("/places").text.contains("href=\"\(await round.facts.place)\"")
      guard page.status == (isListed ? 200 : 404) else { return odd("the location", page) }
      return found(!isListed)
    },
    StudioDeed(name: "import") { round in
      let path = "/places/transfer"
      let reply = try await round.anna().send(
        file: try StudioRound.archive(), [:], to: path + "/import", from: path)
      guard reply.status == 303 else { return false }
      // What came of it is told when all of it is there.
      for _ in 0..<100_000 {
        let page = try await round.anna().get(path)
        if !page.text.contains("data-working") { return page.text.contains("Skipped: 0.") }
      }
      return false
    } seen: { round in
      var count = 0
      for name in StudioRound.archived {
        let page = try await round.anna().get("/places/at/\(name)")
        guard page.status == 200 || page.status == 404 else { return odd("an imported location", page) }
        guard page.status == 200 else { continue }
        count += 1
        let address = page.text.split(separator: "<img src=\"").dropFirst().first?.prefix { $0 != "\"" }
        let picture = try await round.anna().get(address.map(String.init) ?? "/nothing")
        guard picture.status == 200 else { return odd("an imported picture", picture) }
      }
      // Each is a thing of its own.
      return found(count == StudioRound.archived.count)
    },
  ]

  private static let reports: [StudioDeed] = [
    StudioDeed(name: "form") { round in
      let reply = try await round.anna().json(StudioRound.form(base: "null", "Q1"), to: "/reports/forms/save")
      return reply.status == 200 || reply.status == 409
    } seen: { round in
      let page = try await round.anna().get("/reports/forms/edit/day")
      if page.status == 404 { return .absent }
      return page.text.contains("data-base=\"1\"") ? .whole : odd("the form", page)
    },
    StudioDeed(name: "draft") { round in
      let body =
        #"{"key": "\#(StudioRound.reportKey)", "template": "day", "version": 1, "templateName": "Day", "parts": "#
        + #"{"q": {"at": 1, "value": "drafted"}}}"#
      return try await round.ben().json(body, to: "/reports/draft").status == 200
    } seen: { round in
      let page = try await round.ben().get("/reports/draft/\(StudioRound.reportKey)")
      if page.status == 404 { return .absent }
      return page.text.contains("drafted") ? .whole : odd("the draft", page)
    },
    StudioDeed(name: "attachments") { round in
      for file in try StudioRound.attachments() {
        let reply = try await round.ben().send(file.bytes, as: "image/jpeg", to: "/reports/attachment/\(file.hash)")
        guard reply.status == 200 else { return false }
      }
      return true
    } seen: { round in
      var count = 0
      for file in try StudioRound.attachments() {
        let page = try await round.ben().get("/reports/picture/\(file.hash)")
        guard page.status == 200 || page.status == 404 else { return odd("a picture", page) }
        if page.status == 200 { count += 1 }
      }
      // Each is a thing of its own.
      return found(count == 2)
    },
    StudioDeed(name: "report") { round in
      try await round.ben().json(try StudioRound.report(), to: "/reports/send").status == 200
    } seen: { round in
      let page = try await round.ben().get("/reports/report/\(StudioRound.reportKey)")
      let draft = try await round.ben().get("/reports/draft/\(StudioRound.reportKey)")
      guard draft.status == (page.status == 200 ? 404 : 200) else { return odd("its draft", draft) }
      if page.status == 404 { return .absent }
      let list = try await round.ben().get("/reports").text
      let times = Set(list.split(separator: "href=\"/reports/report/").dropFirst().map { $0.prefix { $0 != "\"" } })
        .count
      guard times == 1, page.text.contains("as sent") else { return .broken("\(times) reports") }
      for file in try StudioRound.attachments() where !page.text.contains(file.hash) {
        return .broken("a picture is not in it")
      }
      return .whole
    },
    StudioDeed(name: "version") { round in
      let reply = try await round.anna().json(StudioRound.form(base: "1", "Q2"), to: "/reports/forms/save")
      return reply.status == 200 || reply.status == 409
    } seen: { round in
      let page = try await round.anna().get("/reports/forms/edit/day")
      let isNew = page.text.contains("data-base=\"2\"")
      guard page.status == 200, isNew == page.text.contains("Q2") else { return odd("the form", page) }
      return found(isNew)
    },
    StudioDeed(name: "amend") { round in
      let path = "/reports/amend/\(StudioRound.reportKey)"
      let page = try await round.ben().get(path)
      var form = await round.ben().form(page, to: path)
      (form["key"], form["why"], form["a.q"]) = (StudioRound.amendKey, "it was wrong", "as amended")
      return try await round.ben().post(path, form, on: page).status == 303
    } seen: { round in
      let page = try await round.ben().get("/reports/report/\(StudioRound.reportKey)")
      let times = (count("it was wrong", in: page.text), page.text.contains("as amended"))
      guard page.status == 200 else { return odd("the report", page) }
      return times == (0, false) ? .absent : times == (1, true) ? .whole : .broken("amended \(times)")
    },
  ]

  private static let critiques: [StudioDeed] = [
    StudioDeed(name: "upload") { round in
      let reply = try await round.ben().send(
        try StudioRound.picture(120), as: "image/jpeg", to: "/training/uploads/\(StudioRound.critiqueKey)")
      guard reply.status == 200 else { return false }
      func name(_ member: String) -> String {
        reply.text.split(separator: "\"\(member)\":\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) } ?? ""
      }
      let (picture, thumbnail) = (name("picture"), name("thumbnail"))
      await round.know { ($0.picture, $0.thumbnail) = (picture, thumbnail) }
      return true
    } seen: { round in
      // It is seen when it is published.
      found(!(await round.facts.picture).isEmpty)
    },
    StudioDeed(name: "publish") { round in
      let facts = await round.facts
      let body =
        #"{"key": "\#(StudioRound.critiqueKey)", "photographer": "\#(facts.benID)", "kind": "example", "notes": "look", "#
        + #""pictures": [{"picture": "\#(facts.picture)", "thumbnail": "\#(facts.thumbnail)", "name": "a.jpg"}]}"#
      return try await round.ben().json(body, to: "/training/publish").status == 200
    } seen: { round in
      let page = try await round.ben().get("/training/critiques/\(StudioRound.critiqueKey)")
      if page.status == 404 { return .absent }
      for name in [await round.facts.picture, await round.facts.thumbnail] {
        let picture = try await round.ben().get("/training/pictures/\(StudioRound.critiqueKey)/\(name)")
        guard picture.status == 200 else { return odd("its picture", picture) }
      }
      return page.status == 200 ? .whole : odd("the critique", page)
    },
    StudioDeed(name: "editCritique") { round in
      let path = "/training/critiques/\(StudioRound.critiqueKey)/edit"
      let page = try await round.ben().get(path)
      let form = ["version": page.value("version") ?? "", "kind": "example", "notes": "look again"]
      return try await round.ben().post(path, form, on: page).status == 303
    } seen: { round in
      let page = try await round.ben().get("/training/critiques/\(StudioRound.critiqueKey)")
      return page.status == 200 ? found(page.text.contains("look again")) : odd("the critique", page)
    },
    StudioDeed(name: "deleteCritique") { round in
      let path = "/training/critiques/\(StudioRound.critiqueKey)"
      let page = try await round.ben().get(path)
      if page.status == 404 { return true }
      return try await round.ben().post(path + "/delete", [:], on: page).status == 303
    } seen: { round in
      let page = try await round.ben().get("/training/critiques/\(StudioRound.critiqueKey)")
      guard page.status == 200 || page.status == 404 else { return odd("the critique", page) }
      return found(page.status == 404)
    },
    StudioDeed(name: "end") { round in
      let id = await round.facts.benID
      let status = try await round.anna().post("/people/end", ["user": id], from: "/people").status
      // Ended already.
      return status == 303 || status == 404
    } seen: { round in
      found(try await round.ben().get("/account").status != 200)
    },
  ]

  private static let sync = StudioDeed(name: "sync") { round in
    guard
      try await round.anna().post("/places/sync", ["direction": "both", "do": "sync"], from: "/places/sync").status
        == 303
    else { return false }
    await round.know { $0.entered = "sync" }
    // The end is kept, too.
    for _ in 0..<100_000 {
      if try await round.anna().get("/places/sync").text.contains("id=\"outcome\"") { return true }
    }
    return false
  } seen: { round in
    var page = try await round.anna().get("/places/sync").text
    // One that was begun is gone on with.
    for _ in 0..<100_000 where page.contains("data-working") { page = try await round.anna().get("/places/sync").text }
    guard page.contains("id=\"outcome\"") else {
      return await round.facts.entered == "sync" ? .broken("a sync that was begun is forgotten") : .absent
    }
    return page.contains("Both sides agree.") ? .whole : .broken("the sync: \(page)")
  }
}
