//! Several processes share the queue.

use std::collections::HashSet;

use lintel_testkit::smtp::SmtpSink;

use crate::support::{Bench, brisk, in_a_day, mail_for};

#[tokio::test]
async fn two_processes_send_fifty_mails_each_once() -> anyhow::Result<()> {
    let (bench, sink) = (Bench::new().await?, SmtpSink::start().await?);
    let mut ids = Vec::new();
    for n in 1..=50 {
        let mail = mail_for("Ada", &format!("ada{n}@example.org"));
        ids.push(bench.request(n, &mail, in_a_day()).await?);
    }
    let jobs = [
        bench.start(&sink.url(), &brisk())?,
        bench.start(&sink.url(), &brisk())?,
    ];
    for id in &ids {
        bench.wait_for_state(*id, "sent").await?;
    }
    for job in jobs {
        job.stop().await?;
    }
    let mails = sink.mails();
    assert_eq!(mails.len(), 50);
    let messages: HashSet<_> = mails.iter().map(|mail| &mail.message_id).collect();
    let addresses: HashSet<_> = mails.iter().flat_map(|mail| &mail.to).collect();
    assert_eq!((messages.len(), addresses.len()), (50, 50));
    for id in ids {
        assert_eq!(bench.state(id).await?.1, 1, "one attempt each");
    }
    Ok(())
}
