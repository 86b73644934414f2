#if DEBUG
  import WebSupport

  /// `/design`, where the program was built for debugging: every component of the pages in every state, to be looked at and compared with
  /// a picture kept in the tests. Its texts are for developers, so they are in English alone.
  extension Studio {
    func designPage(_ context: StudioContext) -> WebAnswer {
      let parts: [HTML] = [
        designButtons, designChoices, designFields, designMarks, designCards, designTable, designOverlays, designIcons,
      ]
      return page(context, title: "Design", "<h1>Design</h1>\n\(parts)")
    }

    private var designButtons: HTML {
      """
      <h2>Buttons</h2>
      <div class="row">
      <button type="button">\(shell.icon(.plusLg)) Primary</button>
      <button type="button" class="secondary">Secondary</button>
      <button type="button" class="plain">Plain</button>
      <button type="button" class="danger">\(shell.icon(.trash)) Delete</button>
      <button type="button" disabled>Disabled</button>
      <a class="button secondary" href="/design">\(shell.icon(.link45deg)) A link</a>
      </div>
      <div class="bar card">
      <button type="button" class="icon-button" aria-label="Share">\(shell.icon(.share))</button>
      <button type="button" class="icon-button" aria-label="Star" aria-pressed="true">\(shell.icon(.starFill))</button>
      <button type="button" class="icon-button" aria-label="Delete">\(shell.icon(.trash))</button>
      <span class="room"></span>
      <button type="button" class="icon-button" aria-label="Back">\(shell.icon(.arrowLeft, turns: true))</button>
      </div>

      """
    }

    private var designChoices: HTML {
      """
      <h2>Choices</h2>
      <div class="chips">
      <button type="button" class="chip" aria-pressed="true">\(shell.icon(.checkLg)) Chosen</button>
      <button type="button" class="chip" aria-pressed="false">Not chosen</button>
      <a class="chip" href="/design">\(shell.icon(.funnel)) Filter</a>
      </div>
      <ul class="segmented">
      <li><a href="/design" aria-current="true">\(shell.icon(.grid)) Grid</a></li>
      <li><a href="/design">\(shell.icon(.list)) List</a></li>
      </ul>

      """
    }

    private var designFields: HTML {
      """
      <h2>Fields</h2>
      <form class="card narrow">
      <p class="field"><label for="design-name">Name</label><input id="design-name" value="Mia &amp; Tom"></p>
      <p class="field"><label for="design-hint">With a hint</label><input id="design-hint" aria-describedby="design-hint-text"></p>
      <p class="hint" id="design-hint-text">Guests see this name.</p>
      <p class="field"><label for="design-wrong">Wrong</label><input id="design-wrong" aria-invalid="true" value="26:70" aria-describedby="design-error"></p>
      <p class="error" id="design-error">Enter a time such as 18:30.</p>
      <p class="field"><label for="design-choice">Choice</label><select id="design-choice"><option>First</option><option>Second</option></select></p>
      <label for="design-progress">Progress</label><progress id="design-progress" value="0.4"></progress>
      <p class="hint">4 of 10 sent, about 2 minutes left</p>
      <button type="button">Save</button>
      </form>

      """
    }

    private var designMarks: HTML {
      let kinds: [(kind: String, text: String)] = [
        ("", "Neutral"), (" good", "Ready"), (" warning", "Look at it"), (" bad", "Broken"),
      ]
      return """
        <h2>Marks and messages</h2>
        <p>\(kinds.map { "<span class=\"badge\($0.kind)\">\($0.text)</span> " as HTML })<span class="number">3</span> <span class="avatar">AA</span></p>
        \(kinds.map { "<div class=\"notice\($0.kind)\"><p>\($0.text): one sentence, and what to do.</p></div>\n" as HTML })
        """
    }

    private var designCards: HTML {
      """
      <h2>Cards</h2>
      <ul class="tiles">
      <li><div class="card"><h3>A card</h3><p>What is in it.</p><a class="button secondary" href="/design">Open</a></div></li>
      <li><div class="card"><h3>Loading</h3><p class="skeleton"></p><p class="skeleton"></p></div></li>
      <li><div class="card empty">\(shell.icon(.image))<h2>No photos yet</h2><p>Photos in the folders you add appear here.</p><a class="button" href="/design">\(shell.icon(.folderPlus)) Add a folder</a></div></li>
      </ul>

      """
    }

    private var designTable: HTML {
      """
      <h2>Table</h2>
      <div class="table" tabindex="0" role="region" aria-label="Sessions by hour"><table>
      <thead><tr><th scope="col">Hour</th><th scope="col" class="figure">Sessions</th></tr></thead>
      <tbody><tr><td>18:00</td><td class="figure">12</td></tr><tr><td>19:00</td><td class="figure">104</td></tr></tbody>
      </table></div>

      """
    }

    private var designOverlays: HTML {
      """
      <h2>What lies over the page</h2>
      <ul class="menu">
      <li><button type="button" class="menu-item">\(shell.icon(.download)) Download</button></li>
      <li><button type="button" class="menu-item danger">\(shell.icon(.trash)) Delete</button></li>
      </ul>
      <p></p>
      <div class="toast"><p>3 photos moved to the bin</p><button type="button">Undo</button></div>
      <p></p>
      <div class="toast bad"><p>The photos were not moved: the disk is full</p><button type="button">Try again</button></div>

      """
    }

    private var designIcons: HTML {
      """
      <section id="icons"><h2>Icons</h2>
      <p>\(Icon.allCases.map { "\(shell.icon($0))\n" as HTML })</p></section>

      """
    }
  }
#endif
