extension Job.Kind {
  /// Bring one message to one receiver.
  public static let webhook = Job.Kind(rawValue: "webhook")
}

extension JobPolicy {
  /// The word for messages among the subjects of jobs.
  public static let webhookSubject: JobSubject.Kind = "webhook"

  /// Four receivers at once, so that one that never answers holds up no other; a call takes at most half a minute. They share
  /// nothing with photos and uploads, which have turns of their own.
  public static let webhook: JobPolicy = {
    var policy = JobPolicy(subject: webhookSubject, lease: .seconds(120), confirmation: .answer, topic: "webhooks")
    policy.atOnce = 4
    policy.endsWithSubject = false
    policy.retries = RetryPolicy(base: .seconds(5))
    return policy
  }()
}
