/// What a machine gives for one input: news, and then either one question or its result.
///
/// The caller delivers the news in order, without an answer. It then asks the question, and hands its answer to the
/// machine, which gives the next step:
///
/// ```swift
/// var step = upload.start(at: time)
/// while true {
///   for news in step.news { deliver(news) }
///   switch step.next {
///   case .ask(let question): step = upload.handle(await answer(question), at: time)
///   case .done(let failure): return failure
///   }
/// }
/// ```
///
/// A step cannot ask two questions, and cannot end without a result.
public struct JobStep<News, Question, Result> {
  /// What follows the news.
  public enum Next {
    /// The machine needs the answer to go on.
    case ask(Question)
    /// The machine has finished; it expects no more input.
    case done(Result)
  }

  /// Delivered in this order, before ``next``.
  public let news: [News]
  /// The one question, or the result.
  public let next: Next

  /// For tests, which put the news of several steps together.
  package init(news: [News], next: Next) {
    self.news = news
    self.next = next
  }

  /// Asks a question after the news.
  public static func ask(_ question: Question, after news: [News] = []) -> JobStep {
    JobStep(news: news, next: .ask(question))
  }

  /// Ends the machine after the news.
  public static func done(_ result: Result, after news: [News] = []) -> JobStep {
    JobStep(news: news, next: .done(result))
  }
}

extension JobStep: Sendable where News: Sendable, Question: Sendable, Result: Sendable {}
extension JobStep.Next: Sendable where News: Sendable, Question: Sendable, Result: Sendable {}
extension JobStep: Equatable where News: Equatable, Question: Equatable, Result: Equatable {}
extension JobStep.Next: Equatable where News: Equatable, Question: Equatable, Result: Equatable {}
