import BoothCore
import Testing
import WebSupport

@testable import booth

/// What phones are told before and after their owner has seen the page.
@Suite struct CaptivePortalTests {
  private let now = Instant(nanoseconds: 1_000_000_000)
  private let base = "http://10.38.0.1"

  private func portal() -> CaptivePortal {
    CaptivePortal(base: base, gallery: base + ":8080", hosts: ["10.38.0.1", "photos.example"])
  }

  /// What each system asks, and what it takes for the internet.
  private static let questions: [(host: String, path: String, hope: CaptivePortal.Answer)] = [
    ("connectivitycheck.gstatic.com", "/generate_204", .noContent),
    ("clients3.google.com", "/generate_204", .noContent),
    ("www.google.com", "/gen_204", .noContent),
    (
      "captive.apple.com", "/hotspot-detect.html",
      .content(
        type: "text/html", body: "<HTML><HEAD><TITLE>Success</TITLE></HEAD><BODY>Success</BODY></HTML>")
    ),
    ("www.msftconnecttest.com", "/connecttest.txt", .content(type: "text/plain", body: "Microsoft Connect Test")),
    ("www.msftncsi.com", "/ncsi.txt", .content(type: "text/plain", body: "Microsoft NCSI")),
    ("detectportal.firefox.com", "/success.txt", .content(type: "text/plain", body: "success\n")),
    (
      "network-test.debian.org", "/nm", .content(type: "text/plain", body: "NetworkManager is online\n")
    ),
  ]

  @Test func `a phone is sent to the page, sees it, and stays`() {
    var portal = portal()
    for question in Self.questions {
      #expect(
        portal.answer(host: question.host, target: question.path, client: "10.38.0.20", at: now)
          == .redirect(base + "/booth-welcome"))
    }
    #expect(
      portal.answer(host: "10.38.0.1", target: "/booth-welcome", client: "10.38.0.20", at: now)
        == .welcome(isOpen: false))
    #expect(
      portal.answer(host: "x", target: "/captive-portal/api", client: "10.38.0.20", at: now) == .state(isCaptive: true))
    #expect(
      portal.answer(host: "10.38.0.1", target: "/booth-welcome/on", client: "10.38.0.20", at: now)
        == .welcome(isOpen: true))
    for question in Self.questions {
      #expect(
        portal.answer(host: question.host, target: question.path + "?x=1", client: "10.38.0.20", at: now)
          == question.hope, "\(question.host)")
    }
    #expect(
      portal.answer(host: "x", target: "/captive-portal/api", client: "10.38.0.20", at: now) == .state(isCaptive: false)
    )
    #expect(
      portal.answer(host: "captive.apple.com", target: "/hotspot-detect.html", client: "10.38.0.21", at: now)
        == .redirect(base + "/booth-welcome"), "another phone has not seen it")
  }

  @Test func `links lead to the gallery at once, by the address and by the name they begin with`() {
    var portal = portal()
    for host in ["10.38.0.1", "photos.example", "PHOTOS.example"] {
      #expect(
        portal.answer(host: host, target: "/s/ABC?key=1", client: "10.38.0.20", at: now)
          == .redirect("http://10.38.0.1:8080/s/ABC?key=1"))
    }
    #expect(
      portal.answer(host: "evil.example", target: "/s/ABC", client: "10.38.0.20", at: now)
        == .redirect(base + "/booth-welcome"))
    #expect(
      portal.answer(host: "photos.example.evil.example", target: "//evil.example/", client: "10.38.0.20", at: now)
        == .redirect(base + "/booth-welcome"))
    #expect(
      portal.answer(host: "10.38.0.1", target: "//evil.example/", client: "10.38.0.20", at: now)
        == .redirect("http://10.38.0.1:8080//evil.example/"), "whatever the path, it is the gallery's")
  }

  @Test func `forgets a phone after an evening, and the oldest of very many`() {
    var portal = portal()
    _ = portal.answer(host: "x", target: CaptivePortal.on, client: "10.38.0.20", at: now)
    #expect(
      portal.answer(host: "x", target: CaptivePortal.api, client: "10.38.0.20", at: now + .seconds(43_199))
        == .state(isCaptive: false))
    #expect(
      portal.answer(host: "x", target: CaptivePortal.api, client: "10.38.0.20", at: now + .seconds(43_200))
        == .state(isCaptive: true))
    for number in 0..<20_000 {
      _ = portal.answer(
        host: "x", target: CaptivePortal.on, client: "10.38.\(number / 256).\(number % 256)",
        at: now + .seconds(50_000) + .milliseconds(number))
    }
    let late = now + .seconds(50_030)
    #expect(
      portal.answer(host: "x", target: CaptivePortal.api, client: "10.38.78.31", at: late) == .state(isCaptive: false))
    #expect(
      portal.answer(host: "x", target: CaptivePortal.api, client: "10.38.0.0", at: late) == .state(isCaptive: true))
  }

  @Test func `the page is in the reader's language, English otherwise`() {
    #expect(PortalPage(codes: ["de-AT", "en"], isOpen: false).html.text.contains("Das WLAN der Fotobox"))
    #expect(PortalPage(codes: ["pl", "he"], isOpen: false).html.text.contains(#"<html lang="he" dir="rtl">"#))
    let english = PortalPage(codes: ["pl"], isOpen: false).html.text
    #expect(english.contains("Stay connected") && english.contains(#"href="/booth-welcome/on""#))
    let open = PortalPage(codes: [], isOpen: true).html.text
    #expect(open.contains("You are connected.") && !open.contains("Stay connected"))
  }
}
