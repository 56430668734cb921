//! The table of `docs/reference/what-ends-when.md`, cell by cell: each makes what its row names, does what its column names, and tries
//! whether what was made still works.

mod world;

use anyhow::{Context as _, ensure};

use crate::harness::Stack;
use world::World;

const TABLE: &str = include_str!("../../../../docs/reference/what-ends-when.md");

/// The columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    SignOut,
    ChangePassword,
    ResetPassword,
    FactorOn,
    FactorOff,
    ChangeAddress,
    Removed,
    Demoted,
    Left,
    Closed,
    Deleted,
}

const ACTS: [(&str, Act); 11] = [
    ("signs out", Act::SignOut),
    ("changes the password", Act::ChangePassword),
    ("resets the password", Act::ResetPassword),
    ("turns the second factor on", Act::FactorOn),
    ("turns the second factor off", Act::FactorOff),
    ("changes the address", Act::ChangeAddress),
    ("is removed", Act::Removed),
    ("is demoted", Act::Demoted),
    ("leaves", Act::Left),
    ("an organisation closes", Act::Closed),
    ("deletes the account", Act::Deleted),
];

/// The rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thing {
    ActingSession,
    SessionBeside,
    SessionElsewhere,
    ActingDevice,
    OtherDevice,
    WaitingSignIn,
    ResetLink,
    AddressLink,
    VerificationLink,
    VerificationCode,
    WaitingApp,
    RecoveryCode,
    Invitation,
    ApiKey,
    ApiKeyToken,
    Export,
    KeptAnswer,
}

const THINGS: [(&str, Thing); 17] = [
    ("the session that does it", Thing::ActingSession),
    ("another session in the organisation", Thing::SessionBeside),
    (
        "another session in another organisation",
        Thing::SessionElsewhere,
    ),
    ("the known device that does it", Thing::ActingDevice),
    ("another known device", Thing::OtherDevice),
    ("a sign-in that waits for its code", Thing::WaitingSignIn),
    ("a link that resets the password", Thing::ResetLink),
    ("a link that changes the address", Thing::AddressLink),
    ("a verification link that was used", Thing::VerificationLink),
    (
        "a verification code that was not used",
        Thing::VerificationCode,
    ),
    (
        "an authenticator app that waits for its first code",
        Thing::WaitingApp,
    ),
    ("a recovery code", Thing::RecoveryCode),
    ("an invitation that was sent", Thing::Invitation),
    ("an API key", Thing::ApiKey),
    ("a token of an API key", Thing::ApiKeyToken),
    ("an export that was begun", Thing::Export),
    ("an answer that is kept for repeats", Thing::KeptAnswer),
];

/// The cells of the document's first table, without the borders: the headings, then a row for each thing.
fn rows() -> Vec<Vec<&'static str>> {
    let table = TABLE
        .lines()
        .skip_while(|line| !line.starts_with('|'))
        .take_while(|line| line.starts_with('|'));
    table
        .filter(|line| !line.starts_with("|--"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect()
}

#[test]
fn the_document_names_what_is_tried_here_and_says_why_something_stays() -> anyhow::Result<()> {
    let rows = rows();
    let acts: Vec<_> = ACTS.iter().map(|(name, _)| *name).collect();
    assert_eq!(rows[0][1..], acts);
    let things: Vec<_> = rows[1..].iter().map(|row| row[0]).collect();
    assert_eq!(things, THINGS.map(|(name, _)| name));
    for cell in rows[1..].iter().flat_map(|row| &row[1..]) {
        let reason = cell
            .strip_prefix("stays (")
            .and_then(|it| it.strip_suffix(')'));
        let said = match reason {
            Some(number) => TABLE
                .lines()
                .any(|line| line.starts_with(&format!("{number}. "))),
            None => ["ends", "–"].contains(cell),
        };
        ensure!(said, "{cell:?} says nothing, or not why");
    }
    Ok(())
}

/// Tries every cell of the column of `act`, each with an account of its own.
async fn try_column(act: Act) -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let bob = stack.signed_in("bob@example.com").await?;
    let column = 1 + ACTS
        .iter()
        .position(|(_, one)| *one == act)
        .context("no column")?;
    let mut wrong = Vec::new();
    for (row, (name, thing)) in rows()[1..].iter().zip(THINGS) {
        let said = row[column];
        if said == "–" {
            continue;
        }
        let lives = async {
            let mut world = World::new(&stack, &bob, act, thing).await?;
            let made = world.make(thing).await?;
            world.act(act).await?;
            world.lives(thing, &made).await
        };
        let lives = lives.await.with_context(|| format!("{name}, {act:?}"))?;
        if lives != said.starts_with("stays") {
            wrong.push(format!("{name}: {said}, but lives is {lives}"));
        }
    }
    ensure!(wrong.is_empty(), "{act:?}: {wrong:#?}");
    Ok(())
}

#[tokio::test]
async fn signing_out() -> anyhow::Result<()> {
    try_column(Act::SignOut).await
}

#[tokio::test]
async fn changing_the_password() -> anyhow::Result<()> {
    try_column(Act::ChangePassword).await
}

#[tokio::test]
async fn resetting_the_password() -> anyhow::Result<()> {
    try_column(Act::ResetPassword).await
}

#[tokio::test]
async fn turning_the_second_factor_on() -> anyhow::Result<()> {
    try_column(Act::FactorOn).await
}

#[tokio::test]
async fn turning_the_second_factor_off() -> anyhow::Result<()> {
    try_column(Act::FactorOff).await
}

#[tokio::test]
async fn changing_the_address() -> anyhow::Result<()> {
    try_column(Act::ChangeAddress).await
}

#[tokio::test]
async fn being_removed() -> anyhow::Result<()> {
    try_column(Act::Removed).await
}

#[tokio::test]
async fn being_demoted() -> anyhow::Result<()> {
    try_column(Act::Demoted).await
}

#[tokio::test]
async fn leaving() -> anyhow::Result<()> {
    try_column(Act::Left).await
}

#[tokio::test]
async fn an_organisation_that_closes() -> anyhow::Result<()> {
    try_column(Act::Closed).await
}

#[tokio::test]
async fn deleting_the_account() -> anyhow::Result<()> {
    try_column(Act::Deleted).await
}
