//! Other landlords, who change what is theirs and try to change what is not.

use anyhow::{Context as _, ensure};
use futures::future::try_join_all;
use lintel_system_tests::Installation;
use reqwest::Method;
use serde_json::Value;

use super::{Caller, Contract, Rows, contract::Operation, furnish, properties};

/// The number of others; each works at the same time as the others.
const OTHERS: usize = 4;

/// The changes by others: every change of the contract, to rows of their own and to the victim's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meddling<'a> {
    pub(super) contract: &'a Contract,
    pub(super) victim: &'a Rows,
}

/// The result of the changes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Changes {
    /// Changes to rows of their own that succeeded.
    pub(super) made: usize,
    /// Tries at the victim's rows, all refused.
    pub(super) refused: usize,
}

impl Meddling<'_> {
    /// Goes on until `wanted` changes have succeeded.
    pub(super) async fn until(
        self,
        system: &Installation,
        wanted: usize,
    ) -> anyhow::Result<Changes> {
        let share = wanted.div_ceil(OTHERS);
        let each = try_join_all((0..OTHERS).map(|_| self.one(system, share))).await?;
        let sum = each.iter().fold(Changes::default(), |sum, one| Changes {
            made: sum.made + one.made,
            refused: sum.refused + one.refused,
        });
        ensure!(sum.made >= wanted && sum.refused > 0, "{sum:?}");
        Ok(sum)
    }

    async fn one(self, system: &Installation, wanted: usize) -> anyhow::Result<Changes> {
        let caller = Caller::sign_up(system).await?;
        let mut own = furnish(&caller).await?;
        let mut changes = Changes {
            made: own.values().map(Vec::len).sum(),
            refused: 0,
        };
        for operation in &self.contract.changes {
            if operation.names_a_row() {
                self.try_the_victims(&caller, operation, &mut changes)
                    .await?;
            }
            let body = operation.body_about(&own)?;
            for path in operation.paths(&own)? {
                let reply = change(&caller, operation, &path, body.as_ref()).await?;
                changes.made += usize::from(reply.status().is_success());
            }
        }
        while changes.made < wanted {
            let kinds = properties();
            let kind = kinds.get(changes.made % kinds.len()).context("no kind")?;
            let id = caller.add("/api/properties", kind).await?;
            changes.made += 1;
            let mine = own.entry("/api/properties".to_owned()).or_default();
            mine.push(id);
            if changes.made.is_multiple_of(5) {
                let oldest = format!("/api/properties/{}", mine.swap_remove(0));
                let gone = caller.send(&Method::DELETE, &oldest, None).await?;
                changes.made += usize::from(gone.status().is_success());
            }
        }
        Ok(changes)
    }

    /// Tries one operation at every row of the victim's that it can name: with a body, and with none that says anything.
    async fn try_the_victims(
        self,
        caller: &Caller,
        operation: &Operation,
        changes: &mut Changes,
    ) -> anyhow::Result<()> {
        let theirs = operation.body_about(self.victim)?;
        let nothing = Value::Object(serde_json::Map::new());
        for path in operation.paths(self.victim)? {
            for body in [theirs.as_ref(), Some(&nothing)] {
                let reply = change(caller, operation, &path, body).await?;
                ensure!(
                    reply.status().is_client_error(),
                    "{} {path} of somebody else's: {}",
                    operation.method,
                    reply.status()
                );
                changes.refused += 1;
            }
        }
        Ok(())
    }
}

/// Asks for a change with its form where it takes one, else with `body`.
async fn change(
    caller: &Caller,
    operation: &Operation,
    path: &str,
    body: Option<&Value>,
) -> anyhow::Result<reqwest::Response> {
    match &operation.form {
        Some(form) => caller.send_form(path, form.clone()).await,
        None => caller.send(&operation.method, path, body).await,
    }
}
