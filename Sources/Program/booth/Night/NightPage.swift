import BoothCore
import BoothSystem
import CommandSupport
import FoundationEssentials
import Imaging
import NightReports
import WebSupport

/// The night's report as text, as one page that stands alone, and as paper.
struct NightPage {
  private let paper: NightPaper

  init(_ account: NightAccount) {
    paper = NightPaper(
      account, moment: { LocalTime.minute(Date(timeIntervalSince1970: $0)) },
      clock: { LocalTime.hour(Date(timeIntervalSince1970: $0)) })
  }

  /// Lines for a terminal.
  var lines: [String] {
    var lines = [paper.title]
    for section in paper.sections {
      lines += ["", section.heading]
      let width = section.facts.map(\.label.count).max() ?? 0
      lines += section.facts.map {
        "  \($0.label)\(String(repeating: " ", count: width - $0.label.count))  \($0.text)"
      }
    }
    return lines
  }

  /// Asks for nothing from elsewhere.
  var html: [UInt8] {
    let sections = paper.sections.map { section -> HTML in
      let rows = section.facts.map { "<tr><th scope=\"row\">\($0.label)</th><td>\($0.text)</td></tr>\n" as HTML }
      return "<section><h2>\(section.heading)</h2>\n<table>\n\(rows)</table></section>\n"
    }
    let page: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="robots" content="noindex, nofollow">
      <meta name="color-scheme" content="light dark">
      <title>\(paper.title)</title>
      <link rel="icon" href="data:,">
      <style>
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: start; vertical-align: top; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #8884; }
      th { width: 30%; font-weight: 500; overflow-wrap: anywhere; }
      section { break-inside: avoid; }
      </style>
      </head>
      <body>
      <h1>\(paper.title)</h1>
      \(sections)</body>
      </html>

      """
    return page.bytes
  }

  /// - Throws: `ImageError` in cairo's words.
  func pdf() throws(ImageError) -> [UInt8] {
    var blocks: [PagedPaper.Block] = [.title(paper.title)]
    for section in paper.sections {
      blocks.append(.heading(section.heading))
      blocks += section.facts.map { .fact(label: $0.label, text: $0.text) }
    }
    return try PagedPaper(title: paper.title, blocks: blocks) { "Page \($0) of \($1)" }.pdf()
  }
}
