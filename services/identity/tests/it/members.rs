//! Members of an organisation: grades, leaving, removing, and the tokens that end with a membership (T18).

use anyhow::Context as _;
use futures::future::{join, join_all};
use lintel_proto::{
    Word as _,
    access::v1::{Grade, Role},
    identity::v1::{
        ChangeMemberGradeRequest, ChangeMemberGradeResponse, GetCurrentUserRequest,
        ListMembersRequest, LoginResponse, Member, MembershipEnded, RemoveMemberRequest,
        SessionEnded, SwitchOrganisationRequest,
    },
};
use tonic::{Code, Status};

use crate::{
    answers::{reason, refused_for},
    harness::{PASSWORD, Stack, bearing},
    organisations::{organisation_of, token_of},
};

const ADA: &str = "ada@example.com";
const BEN: &str = "ben@example.com";

/// An account that joined `organisation` before its own, so that its sessions begin there.
async fn joined(stack: &Stack, email: &str, organisation: i64, grade: &str) -> anyhow::Result<i64> {
    let user = stack.verified(email).await?;
    join_in(stack, user, organisation, grade).await?;
    Ok(user)
}

async fn join_in(stack: &Stack, user: i64, organisation: i64, grade: &str) -> anyhow::Result<()> {
    let insert = format!(
        "INSERT INTO memberships (organisation_id, user_id, grade, created_at)
         VALUES ({organisation}, {user}, '{grade}', '2026-01-01')"
    );
    anyhow::ensure!(stack.execute(&insert).await? == 1);
    Ok(())
}

async fn members(stack: &Stack, session: &LoginResponse) -> anyhow::Result<Vec<Member>> {
    let request = bearing(ListMembersRequest {}, token_of(session))?;
    let reply = stack.organisation.clone().list_members(request).await?;
    Ok(reply.into_inner().members)
}

fn change_of(user_id: i64, grade: Grade) -> ChangeMemberGradeRequest {
    ChangeMemberGradeRequest {
        user_id,
        grade: grade.into(),
        ..Default::default()
    }
}

async fn change(
    stack: &Stack,
    session: &LoginResponse,
    request: ChangeMemberGradeRequest,
) -> Result<ChangeMemberGradeResponse, Status> {
    let request =
        bearing(request, token_of(session)).map_err(|e| Status::internal(e.to_string()))?;
    let mut client = stack.organisation.clone();
    Ok(client.change_member_grade(request).await?.into_inner())
}

async fn remove(stack: &Stack, session: &LoginResponse, user_id: i64) -> Result<(), Status> {
    let request = RemoveMemberRequest {
        user_id,
        request_id: String::new(),
    };
    let request =
        bearing(request, token_of(session)).map_err(|e| Status::internal(e.to_string()))?;
    stack.organisation.clone().remove_member(request).await?;
    Ok(())
}

/// Returns whether the session of a sign-in is still open.
async fn lives(stack: &Stack, session: &LoginResponse) -> anyhow::Result<bool> {
    let request = bearing(GetCurrentUserRequest {}, token_of(session))?;
    match stack.account.clone().get_current_user(request).await {
        Ok(_) => Ok(true),
        Err(status) if status.code() == Code::Unauthenticated => Ok(false),
        Err(status) => Err(status.into()),
    }
}

#[tokio::test]
async fn members_see_each_other_and_nobody_else_does() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let eve = stack.signed_in("eve@example.com").await?;
    let ben = joined(&stack, BEN, organisation_of(&ada)?, "Viewer").await?;
    let viewer = stack.login(BEN, PASSWORD).await?;
    let seen = |members: Vec<Member>| {
        let seen = members
            .into_iter()
            .map(|m| (m.email.clone(), m.grade(), m.caller));
        seen.collect::<Vec<_>>()
    };
    let both = [
        (BEN.to_owned(), Grade::Viewer, true),
        (ADA.to_owned(), Grade::Owner, false),
    ];
    assert_eq!(seen(members(&stack, &viewer).await?), both);
    let alone = [("eve@example.com".to_owned(), Grade::Owner, true)];
    assert_eq!(seen(members(&stack, &eve).await?), alone);
    // A member of another organisation and one that does not exist are answered alike (T01).
    for answers in [
        (
            change(&stack, &eve, change_of(ben, Grade::Owner))
                .await
                .err(),
            change(&stack, &eve, change_of(999_999, Grade::Owner))
                .await
                .err(),
        ),
        (
            remove(&stack, &eve, ben).await.err(),
            remove(&stack, &eve, 999_999).await.err(),
        ),
    ] {
        let (theirs, missing) = (answers.0.context("let in")?, answers.1.context("let in")?);
        assert_eq!(theirs.code(), Code::NotFound);
        assert_eq!(
            (theirs.message(), theirs.details()),
            (missing.message(), missing.details())
        );
    }
    Ok(())
}

#[tokio::test]
async fn another_grade_ends_the_sessions_in_the_organisation_and_no_others() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let organisation = organisation_of(&ada)?;
    let ben = stack.verified(BEN).await?;
    let at_home = stack.login(BEN, PASSWORD).await?;
    join_in(&stack, ben, organisation, "Viewer").await?;
    let here = stack.login(BEN, PASSWORD).await?;
    assert_eq!(organisation_of(&here)?, organisation);
    // A session that switched away a moment ago has tokens that still name this organisation; one that switched long ago does not.
    let (gone, long_gone) = (
        stack.login(BEN, PASSWORD).await?,
        stack.login(BEN, PASSWORD).await?,
    );
    let home = SwitchOrganisationRequest {
        organisation_id: organisation_of(&at_home)?,
    };
    let switch = async |session: &LoginResponse| {
        let request = bearing(home, token_of(session))?;
        stack
            .organisation
            .clone()
            .switch_organisation(request)
            .await?;
        anyhow::Ok(())
    };
    switch(&long_gone).await?;
    stack
        .execute("UPDATE sessions SET switched_at = switched_at - interval '17 minutes'")
        .await?;
    switch(&gone).await?;

    let stale = ChangeMemberGradeRequest {
        etag: "7".to_owned(),
        ..change_of(ben, Grade::Manager)
    };
    refused_for(change(&stack, &ada, stale).await, "STALE_ETAG")?;
    let nothing = change_of(ben, Grade::Unspecified);
    refused_for(change(&stack, &ada, nothing).await, "MEMBER_INVALID")?;
    change(&stack, &ada, change_of(ben, Grade::Viewer)).await?;
    assert!(
        lives(&stack, &here).await?,
        "the same grade changes nothing"
    );

    let named = ChangeMemberGradeRequest {
        request_id: "one-change".to_owned(),
        ..change_of(ben, Grade::Manager)
    };
    for _ in 0..2 {
        let answer = change(&stack, &ada, named.clone()).await?;
        let member = answer.member.context("a member")?;
        assert_eq!((member.grade(), member.version), (Grade::Manager, 2));
    }
    assert!(!lives(&stack, &here).await? && !lives(&stack, &gone).await?);
    assert!(lives(&stack, &at_home).await? && lives(&stack, &long_gone).await?);
    assert!(lives(&stack, &ada).await?);
    let ended = stack.events::<SessionEnded>().await?;
    assert_eq!(
        ended.iter().map(|e| e.user_id).collect::<Vec<_>>(),
        [ben, ben]
    );
    let told = stack.joined().await?;
    assert_eq!(told.len(), 1);
    assert_eq!((told[0].user_id, told[0].grade()), (ben, Grade::Manager));
    let again = stack.login(BEN, PASSWORD).await?;
    let grade = again
        .user
        .and_then(|user| user.organisation)
        .map(|o| o.grade());
    assert_eq!(grade, Some(Grade::Manager));
    let kept = stack.dump(&["outbox", "request_ids"]).await?;
    assert!(!kept.contains("ben@") && !kept.contains("Lovelace"));
    Ok(())
}

#[tokio::test]
async fn who_is_removed_is_out_at_once_and_only_owners_remove_others() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let organisation = organisation_of(&ada)?;
    let owner = ada.user.clone().context("a user")?.user_id;
    let ben = joined(&stack, BEN, organisation, "Manager").await?;
    let cleo = joined(&stack, "cleo@example.com", organisation, "Viewer").await?;
    let (manager, viewer) = (
        stack.login(BEN, PASSWORD).await?,
        stack.login("cleo@example.com", PASSWORD).await?,
    );
    for target in [owner, cleo, 999_999] {
        refused_for(remove(&stack, &manager, target).await, "NOT_ALLOWED")?;
    }
    let promote = change_of(ben, Grade::Owner);
    refused_for(change(&stack, &manager, promote).await, "NOT_ALLOWED")?;

    remove(&stack, &ada, ben).await?;
    assert!(!lives(&stack, &manager).await?);
    let back = stack.login(BEN, PASSWORD).await?;
    assert_ne!(organisation_of(&back)?, organisation, "back home");
    refused_for(remove(&stack, &ada, ben).await, "MEMBER_NOT_FOUND")?;

    remove(&stack, &viewer, cleo).await?;
    assert!(!lives(&stack, &viewer).await?);
    let left = members(&stack, &ada).await?;
    assert_eq!(left.iter().map(|m| m.user_id).collect::<Vec<_>>(), [owner]);
    let told = stack.events::<MembershipEnded>().await?;
    assert_eq!(
        told.iter().map(|e| e.user_id).collect::<Vec<_>>(),
        [ben, cleo]
    );

    // Somebody who comes back starts again and is announced again.
    join_in(&stack, ben, organisation, "Viewer").await?;
    remove(&stack, &ada, ben).await?;
    assert_eq!(stack.events::<MembershipEnded>().await?.len(), 3);
    Ok(())
}

#[tokio::test]
async fn a_token_that_says_owner_longer_than_it_is_true_changes_nobody() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let organisation = organisation_of(&ada)?;
    let ben = joined(&stack, BEN, organisation, "Owner").await?;
    let owner = ada.user.clone().context("a user")?.user_id;
    let former = stack.login(BEN, PASSWORD).await?;
    change(&stack, &ada, change_of(ben, Grade::Viewer)).await?;
    // The gateway already refuses this token; the service itself goes by the current grade.
    refused_for(remove(&stack, &former, owner).await, "NOT_ALLOWED")?;
    let up = change_of(ben, Grade::Owner);
    refused_for(change(&stack, &former, up).await, "NOT_ALLOWED")?;
    Ok(())
}

#[tokio::test]
async fn the_last_owner_stays_also_when_two_leave_at_once() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let owner = ada.user.clone().context("a user")?.user_id;
    let organisation = organisation_of(&ada)?;
    refused_for(remove(&stack, &ada, owner).await, "LAST_OWNER")?;
    let down = change_of(owner, Grade::Manager);
    refused_for(change(&stack, &ada, down.clone()).await, "LAST_OWNER")?;
    assert!(lives(&stack, &ada).await?);

    let eve = stack.signed_in("eve@example.com").await?;
    let other = eve.user.clone().context("a user")?.user_id;
    stack.warm_up().await?;
    for round in 0..6 {
        stack
            .execute(&format!(
                "DELETE FROM memberships WHERE organisation_id = {organisation}"
            ))
            .await?;
        join_in(&stack, owner, organisation, "Owner").await?;
        join_in(&stack, other, organisation, "Owner").await?;
        let (one, two) = (
            stack.login(ADA, PASSWORD).await?,
            stack.login("eve@example.com", PASSWORD).await?,
        );
        let answers = if round % 2 == 0 {
            let both = join(remove(&stack, &one, owner), remove(&stack, &two, other)).await;
            [both.0, both.1]
        } else {
            let (a, b) = (
                change_of(owner, Grade::Viewer),
                change_of(other, Grade::Viewer),
            );
            let both = join(change(&stack, &one, a), change(&stack, &two, b)).await;
            [both.0.map(drop), both.1.map(drop)]
        };
        let done = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(done, 1, "round {round}: {answers:?}");
        for answer in answers.into_iter().filter(Result::is_err) {
            refused_for(answer, "LAST_OWNER")?;
        }
        let owners = format!(
            "SELECT count(*) FROM memberships WHERE organisation_id = {organisation} AND grade = 'Owner'"
        );
        assert_eq!(stack.number(&owners).await?, 1, "round {round}");
    }
    Ok(())
}

#[tokio::test]
async fn whoever_signs_in_or_switches_while_being_removed_is_out_in_the_end() -> anyhow::Result<()>
{
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let organisation = organisation_of(&ada)?;
    let ben = stack.verified(BEN).await?;
    let at_home = stack.login(BEN, PASSWORD).await?;
    stack.warm_up().await?;
    for round in 0..8 {
        let session = stack.login(BEN, PASSWORD).await?;
        assert_eq!(organisation_of(&session)?, organisation_of(&at_home)?);
        join_in(&stack, ben, organisation, "Manager").await?;
        let switch = async {
            let request = SwitchOrganisationRequest {
                organisation_id: organisation,
            };
            let request = bearing(request, token_of(&session))?;
            // Either may come first; both are right.
            let _ = stack
                .organisation
                .clone()
                .switch_organisation(request)
                .await;
            anyhow::Ok(())
        };
        let logins = join_all((0..3).map(|_| stack.login(BEN, PASSWORD)));
        // An Owner who is told that somebody changed it at the same moment tries again.
        let removal = async {
            loop {
                match remove(&stack, &ada, ben).await {
                    Err(status) if reason(&status) == "CONCURRENT_UPDATE" => {}
                    result => return result,
                }
            }
        };
        let (removed, switched, _) = futures::join!(removal, switch, logins);
        removed?;
        switched?;
        let left = format!(
            "SELECT count(*) FROM sessions WHERE user_id = {ben} AND organisation_id = {organisation}
                 AND ended_at IS NULL"
        );
        assert_eq!(stack.number(&left).await?, 0, "round {round}");
    }
    Ok(())
}

#[tokio::test]
async fn what_happens_to_a_membership_is_in_the_members_own_log() -> anyhow::Result<()> {
    let stack = Stack::new().await?;
    let ada = stack.signed_in(ADA).await?;
    let organisation = organisation_of(&ada)?;
    let ben = joined(&stack, BEN, organisation, "Manager").await?;
    let cleo = joined(&stack, "cleo@example.com", organisation, "Viewer").await?;
    change(&stack, &ada, change_of(ben, Grade::Viewer)).await?;
    remove(&stack, &ada, ben).await?;
    let viewer = stack.login("cleo@example.com", PASSWORD).await?;
    remove(&stack, &viewer, cleo).await?;
    for (user, kind, user_agent) in [
        (ben, "grade-changed", ""),
        (ben, "removed-from-organisation", ""),
        (cleo, "organisation-left", "test/1"),
    ] {
        let noted = format!(
            "SELECT count(*) FROM security_events WHERE user_id = {user} AND kind = '{kind}' AND user_agent = '{user_agent}'"
        );
        assert_eq!(stack.number(&noted).await?, 1, "{kind}");
    }
    let owner = ada.user.clone().context("a user")?.user_id;
    let others = format!(
        "SELECT count(*) FROM security_events WHERE user_id = {owner} AND kind <> 'signed-in'"
    );
    assert_eq!(
        stack.number(&others).await?,
        0,
        "nothing happened to the Owner"
    );
    Ok(())
}

#[tokio::test]
async fn the_database_takes_the_roles_and_grades_of_the_contract_and_no_others()
-> anyhow::Result<()> {
    let stack = Stack::new().await?;
    for (constraint, texts) in [
        ("users_role_known", Role::TEXTS),
        ("memberships_grade_known", Grade::TEXTS),
        ("invitations_grade_known", Grade::TEXTS),
    ] {
        let mut texts: Vec<_> = texts.iter().map(|(_, text)| *text).collect();
        texts.sort_unstable();
        let accepted = stack.database.accepted(constraint).await?;
        assert_eq!(accepted, texts, "{constraint}");
    }
    Ok(())
}
