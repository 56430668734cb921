//! Sending a dead letter to its handler again: the effect, the inbox row and the end of the letter are one transaction.

use std::panic::AssertUnwindSafe;

use futures::{FutureExt as _, future::BoxFuture};
use lintel_db::{Db, Tx};

use super::table::{self, End, Letter};
use crate::{
    Event, Handled, Handler, HandlerError,
    consumer::HANDLING_LIMIT,
    handler::cause,
    inbox::{Inbox, Via},
    topology::ConsumerSpec,
};

/// The result of sending a letter again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Redriven {
    /// The handler took it.
    Done,
    /// It was handled before, in another way.
    HadBeen,
    /// Another operator resolved it meanwhile.
    NotOpen,
    /// It stays open, for this reason.
    Failed(String),
}

/// A [`Handler`] without its type, since each consumer of a service has its own.
pub trait AnyHandler: Send + Sync {
    /// [`Handler::handle`].
    fn handle<'a>(
        &'a self,
        tx: &'a mut Tx,
        event: &'a Event,
    ) -> BoxFuture<'a, Result<Handled, HandlerError>>;
    /// [`Handler::committed`].
    fn committed(&self);
}

impl<H: Handler> AnyHandler for H {
    fn handle<'a>(
        &'a self,
        tx: &'a mut Tx,
        event: &'a Event,
    ) -> BoxFuture<'a, Result<Handled, HandlerError>> {
        Box::pin(Handler::handle(self, tx, event))
    }

    fn committed(&self) {
        Handler::committed(self);
    }
}

/// Sends `letter` to the handler of its consumer again.
///
/// # Errors
/// When the database is away; then nothing was changed.
pub async fn redrive(
    db: &Db,
    spec: ConsumerSpec,
    handler: &dyn AnyHandler,
    letter: &Letter,
    by: &str,
) -> anyhow::Result<Redriven> {
    let payload = letter.payload.clone().into();
    let event = match Event::from_message(Some(&letter.header_map()), payload) {
        Ok(event) => event,
        Err(error) => return Ok(Redriven::Failed(format!("it is no event: {error}"))),
    };
    let mut tx = db.begin_worker().await?;
    if !table::lock(&mut tx, letter.id).await? {
        return Ok(Redriven::NotOpen);
    }
    let inbox = Inbox {
        db: db.clone(),
        spec,
    };
    let first = inbox
        .note(&mut tx, event.id, letter.source_seq, Via::Redrive)
        .await?;
    if first && let Err(why) = attempt(handler, &mut tx, &event).await {
        drop(tx);
        table::note_failure(db, letter.id, &why).await?;
        return Ok(Redriven::Failed(why));
    }
    table::end(&mut tx, letter.id, End::Resolved, by).await?;
    tx.commit().await?;
    handler.committed();
    Ok(if first {
        Redriven::Done
    } else {
        Redriven::HadBeen
    })
}

async fn attempt(handler: &dyn AnyHandler, tx: &mut Tx, event: &Event) -> Result<(), String> {
    let handling = AssertUnwindSafe(handler.handle(tx, event)).catch_unwind();
    match tokio::time::timeout(HANDLING_LIMIT, handling).await {
        Ok(Ok(Ok(_))) => Ok(()),
        Ok(Ok(Err(HandlerError::Transient(error) | HandlerError::Failed(error)))) => {
            Err(cause(&error))
        }
        Ok(Ok(Err(error @ (HandlerError::UnknownType | HandlerError::Permanent(_))))) => {
            Err(error.to_string())
        }
        Ok(Err(_)) => Err("the handler panicked".to_owned()),
        Err(_) => Err("the handler did not end in time".to_owned()),
    }
}
