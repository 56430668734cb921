//! The duties of homes: listed, exempted, answered; and to whom they belong.

use chrono::NaiveDate;
use lintel_core::{Clock as _, Grade, Principal};
use lintel_portfolio::{app::record_tenancy, domain};
use lintel_proto::portfolio::v1::{
    AnswerHomeFactRequest, AnswerHomeFactResponse, Certificate, CertificateType,
    CreateCertificateRequest, Duty, HomeDuty, HomeDutySort, HomeDutyState, HomeFact, Insurance,
    LicensingArea, ListHomeDutiesRequest, ListHomeDutiesResponse, Property, PropertyType,
    RemoveDutyExemptionRequest, SetDutyExemptionRequest,
    certificate_service_client::CertificateServiceClient,
    compliance_service_client::ComplianceServiceClient,
};
use lintel_testkit::tokens::{landlord, member};
use tonic::{Code, Status};

use crate::{
    harness::{Connection, World, fields, reason, refusal},
    property::{day, house},
};

/// Somebody who calls about what homes need.
struct Helen {
    compliance: ComplianceServiceClient<Connection>,
    certificates: CertificateServiceClient<Connection>,
}

impl Helen {
    fn of(world: &World, principal: &Principal) -> anyhow::Result<Self> {
        let token = world.mint.token(principal)?;
        let connection = world.bearer(Some(&token))?;
        Ok(Self {
            compliance: ComplianceServiceClient::new(connection.clone()),
            certificates: CertificateServiceClient::new(connection),
        })
    }

    async fn list(&self, request: ListHomeDutiesRequest) -> Result<ListHomeDutiesResponse, Status> {
        let reply = self.compliance.clone().list_home_duties(request).await?;
        Ok(reply.into_inner())
    }

    async fn duty(&self, property_id: i64, duty: Duty) -> Result<HomeDuty, Status> {
        let listed = self
            .list(ListHomeDutiesRequest {
                property_id,
                ..Default::default()
            })
            .await?;
        let home = listed.homes.into_iter().next().unwrap_or_default();
        let found = home.duties.into_iter().find(|one| one.duty() == duty);
        Ok(found.unwrap_or_default())
    }

    async fn record(
        &self,
        property_id: i64,
        kind: CertificateType,
        issued: Option<lintel_proto::common::v1::Date>,
        expires: Option<lintel_proto::common::v1::Date>,
    ) -> Result<i64, Status> {
        let certificate = Certificate {
            property_id,
            certificate_type: kind.into(),
            issue_date: issued,
            expiry_date: expires,
            ..Default::default()
        };
        let request = CreateCertificateRequest {
            certificate: Some(certificate),
            request_id: String::new(),
        };
        let reply = self
            .certificates
            .clone()
            .create_certificate(request)
            .await?;
        Ok(reply
            .into_inner()
            .certificate
            .unwrap_or_default()
            .certificate_id)
    }

    async fn exempt(
        &self,
        property_id: i64,
        duty: Duty,
        reason: &str,
        request_id: &str,
    ) -> Result<HomeDuty, Status> {
        let request = SetDutyExemptionRequest {
            property_id,
            duty: duty.into(),
            reason: reason.to_owned(),
            request_id: request_id.to_owned(),
        };
        let reply = self.compliance.clone().set_duty_exemption(request).await?;
        Ok(reply.into_inner().duty.unwrap_or_default())
    }

    async fn require(&self, property_id: i64, duty: Duty) -> Result<HomeDuty, Status> {
        let request = RemoveDutyExemptionRequest {
            property_id,
            duty: duty.into(),
            request_id: String::new(),
        };
        let reply = self
            .compliance
            .clone()
            .remove_duty_exemption(request)
            .await?;
        Ok(reply.into_inner().duty.unwrap_or_default())
    }

    async fn answer(
        &self,
        request: AnswerHomeFactRequest,
    ) -> Result<AnswerHomeFactResponse, Status> {
        let reply = self.compliance.clone().answer_home_fact(request).await?;
        Ok(reply.into_inner())
    }
}

/// A house of which every fact is said, and which needs as little as a home can.
fn known(name: &str) -> Property {
    Property {
        gas: Some(false),
        licensing_area: LicensingArea::None.into(),
        storeys: Some(2),
        insurance: Some(Insurance {
            renewal_date: day(2027, 9, 1),
            ..Insurance::default()
        }),
        ..house(name)
    }
}

/// Everything that such a house needs.
async fn equip(helen: &Helen, property: i64) -> Result<(), Status> {
    let (issued, expires) = (day(2026, 1, 10), day(2031, 1, 9));
    for kind in [
        CertificateType::Eicr,
        CertificateType::Epc,
        CertificateType::SmokeCoAlarm,
        CertificateType::Legionella,
    ] {
        helen.record(property, kind, issued, expires).await?;
    }
    Ok(())
}

#[tokio::test]
async fn six_certificates_on_some_homes_leave_the_others_missing() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (owner, helen) = (world.landlord()?, Helen::of(&world, &landlord(11, 1))?);
    let fine = owner.create(known("Fine")).await?.property_id;
    equip(&helen, fine).await?;
    let bare = owner.create(house("Bare")).await?.property_id;
    world.other_landlord()?.create(house("Not theirs")).await?;

    let listed = helen.list(ListHomeDutiesRequest::default()).await?;
    let names: Vec<_> = listed
        .homes
        .iter()
        .map(|home| home.display_name.as_str())
        .collect();
    assert_eq!(names, ["Bare", "Fine"]);
    assert_eq!(
        (
            listed.home_count,
            listed.match_count,
            listed.to_do_home_count
        ),
        (2, 2, 1)
    );
    assert_eq!(listed.in_date_names, ["Fine"]);
    let totals = listed.totals.unwrap_or_default();
    // Gas, EICR, EPC, alarms, legionella, the licence of an area that nobody has said, insurance.
    assert_eq!((totals.missing, totals.valid), (7, 5));
    assert_eq!(listed.columns.len(), 12);
    let gas = &listed.columns[0];
    assert_eq!(gas.duty(), Duty::GasSafety);
    let counts = gas.counts.unwrap_or_default();
    assert_eq!((counts.missing, counts.not_required), (1, 1));
    let unknown: Vec<_> = listed
        .unknown_facts
        .iter()
        .map(|one| (one.fact(), one.home_count))
        .collect();
    assert_eq!(unknown, [(HomeFact::Gas, 1), (HomeFact::LicensingArea, 1)]);

    let gas = helen.duty(bare, Duty::GasSafety).await?;
    assert_eq!(
        (gas.state(), gas.unknown_fact()),
        (HomeDutyState::Missing, HomeFact::Gas)
    );
    assert!(
        gas.rule_source.contains("Gas Safety"),
        "{}",
        gas.rule_source
    );
    let counts = owner.duties(bare).await?.unwrap_or_default();
    assert_eq!((counts.missing, counts.valid), (7, 0));
    let counts = owner.duties(fine).await?.unwrap_or_default();
    assert_eq!((counts.missing, counts.valid), (0, 5));
    Ok(())
}

#[tokio::test]
async fn homes_are_found_by_words_duty_and_what_is_to_do_page_by_page() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (owner, helen) = (world.landlord()?, Helen::of(&world, &landlord(11, 1))?);
    for number in 1..=5 {
        let mut home = known(&format!("Home {number}"));
        home.postcode = format!("BS{number} 4RW");
        let id = owner.create(home).await?.property_id;
        equip(&helen, id).await?;
        if number == 3 {
            // Due in ten days.
            let due = day(2026, 12, 1);
            let mut insured = owner.get(id).await?;
            insured.insurance = Some(Insurance {
                renewal_date: due,
                ..Insurance::default()
            });
            owner.change(insured, &["insurance.renewal_date"]).await?;
        }
    }
    let names = async |request: ListHomeDutiesRequest| -> anyhow::Result<Vec<String>> {
        let (mut names, mut token) = (Vec::new(), String::new());
        loop {
            let page = helen
                .list(ListHomeDutiesRequest {
                    page_size: 2,
                    page_token: token,
                    ..request.clone()
                })
                .await?;
            assert!(page.homes.len() <= 2);
            names.extend(page.homes.into_iter().map(|home| home.display_name));
            token = page.next_page_token;
            if token.is_empty() {
                return Ok(names);
            }
        }
    };
    let all = ListHomeDutiesRequest::default();
    assert_eq!(
        names(all.clone()).await?,
        ["Home 3", "Home 1", "Home 2", "Home 4", "Home 5"]
    );
    let by_name = ListHomeDutiesRequest {
        sort: HomeDutySort::Name.into(),
        ..all.clone()
    };
    assert_eq!(
        names(by_name).await?,
        ["Home 1", "Home 2", "Home 3", "Home 4", "Home 5"]
    );
    let to_do = ListHomeDutiesRequest {
        to_do: true,
        ..all.clone()
    };
    assert_eq!(names(to_do.clone()).await?, ["Home 3"]);
    let of_epc = ListHomeDutiesRequest {
        duty: Duty::Epc.into(),
        ..to_do
    };
    assert_eq!(names(of_epc).await?, Vec::<String>::new());
    let needing_gas = ListHomeDutiesRequest {
        duty: Duty::GasSafety.into(),
        ..all.clone()
    };
    assert_eq!(names(needing_gas).await?, Vec::<String>::new());
    for search in ["bs44rw", "BS4 4RW", "home bs4"] {
        let found = ListHomeDutiesRequest {
            search: search.to_owned(),
            ..all.clone()
        };
        assert_eq!(names(found).await?, ["Home 4"], "{search}");
    }
    let first = helen
        .list(ListHomeDutiesRequest {
            page_size: 2,
            ..all
        })
        .await?;
    let other = ListHomeDutiesRequest {
        sort: HomeDutySort::Name.into(),
        page_token: first.next_page_token,
        ..Default::default()
    };
    let refused = refusal(helen.list(other).await)?;
    assert_eq!(reason(&refused), "PAGE_TOKEN_INVALID");
    Ok(())
}

#[tokio::test]
async fn a_test_from_before_the_tenancy_does_not_count() -> anyhow::Result<()> {
    let world = World::start().await?;
    let (owner, helen) = (world.landlord()?, Helen::of(&world, &landlord(11, 1))?);
    let home = owner.create(known("Let")).await?.property_id;
    equip(&helen, home).await?;
    let alarms = helen.duty(home, Duty::SmokeCoAlarm).await?;
    assert_eq!(
        (alarms.state(), alarms.tested_date),
        (HomeDutyState::Valid, day(2026, 1, 10))
    );
    let tenancy = domain::Tenancy {
        id: 5.into(),
        letting: domain::Letting::Whole,
        property: home.into(),
        start: NaiveDate::from_ymd_opt(2026, 6, 1),
        end: None,
        rent: None,
        in_force: true,
        version: 1,
    };
    let mut tx = world.database.db.begin_worker().await?;
    let now = world.clock.now();
    record_tenancy(&mut tx, 1.into(), &tenancy, now).await?;
    tx.commit().await?;
    let alarms = helen.duty(home, Duty::SmokeCoAlarm).await?;
    assert_eq!(
        (alarms.state(), alarms.tenancy_start_date),
        (HomeDutyState::Missing, day(2026, 6, 1))
    );
    assert_eq!(
        alarms.reason,
        "The last test is from before the tenancy in force"
    );
    helen
        .record(home, CertificateType::SmokeCoAlarm, day(2026, 6, 1), None)
        .await?;
    let alarms = helen.duty(home, Duty::SmokeCoAlarm).await?;
    assert_eq!(alarms.state(), HomeDutyState::Valid);
    Ok(())
}

#[tokio::test]
async fn what_is_not_needed_is_said_with_a_reason_and_taken_back() -> anyhow::Result<()> {
    const KEY: &str = "0197a0f2-0000-7000-8000-0000000000d1";
    let world = World::start().await?;
    let (owner, helen) = (world.landlord()?, Helen::of(&world, &landlord(11, 1))?);
    let home = owner.create(house("In a block")).await?.property_id;
    let said = helen
        .exempt(home, Duty::Insurance, " By the block ", KEY)
        .await?;
    assert_eq!(
        (said.state(), said.short_reason.as_str()),
        (HomeDutyState::NotRequired, "By the block")
    );
    let exemption = said.exemption.clone().unwrap_or_default();
    assert_eq!(
        (exemption.reason.as_str(), exemption.user_id),
        ("By the block", 11)
    );
    assert_eq!(
        helen
            .exempt(home, Duty::Insurance, " By the block ", KEY)
            .await?,
        said
    );
    let other = helen
        .exempt(home, Duty::Insurance, "By the tenant", "")
        .await?;
    assert_eq!(other.short_reason, "By the tenant");
    assert_eq!(helen.duty(home, Duty::Insurance).await?, other);
    for (duty, reason_text, field) in [
        (Duty::Insurance, " ", "reason"),
        (Duty::Insurance, &"x".repeat(201), "reason"),
        (Duty::Unspecified, "x", "duty"),
    ] {
        let refused = refusal(helen.exempt(home, duty, reason_text, "").await)?;
        assert_eq!(reason(&refused), "DUTY_EXEMPTION_INVALID");
        assert_eq!(fields(&refused), [field]);
    }
    let needed = helen.require(home, Duty::Insurance).await?;
    assert_eq!(
        (needed.state(), needed.exemption),
        (HomeDutyState::Missing, None)
    );
    // Nothing is left to take back, and that is fine.
    helen.require(home, Duty::Insurance).await?;

    let stranger = Helen::of(&world, &landlord(22, 2))?;
    let refused = refusal(stranger.exempt(home, Duty::Epc, "Mine", "").await)?;
    assert_eq!(reason(&refused), "PROPERTY_NOT_FOUND");
    let refused = refusal(stranger.require(home, Duty::Epc).await)?;
    assert_eq!(reason(&refused), "PROPERTY_NOT_FOUND");
    let reader = Helen::of(&world, &member(12, 1, Grade::Viewer))?;
    let refused = refusal(reader.exempt(home, Duty::Epc, "Mine", "").await)?;
    assert_eq!(refused.code(), Code::PermissionDenied);
    assert_eq!(
        reader
            .list(ListHomeDutiesRequest::default())
            .await?
            .home_count,
        1
    );
    Ok(())
}

#[tokio::test]
async fn a_fact_is_said_once_for_all_homes_of_which_it_is_not_known() -> anyhow::Result<()> {
    const KEY: &str = "0197a0f2-0000-7000-8000-0000000000d2";
    let world = World::start().await?;
    let (owner, helen) = (world.landlord()?, Helen::of(&world, &landlord(11, 1))?);
    let with_gas = Property {
        gas: Some(true),
        ..house("With gas")
    };
    let with_gas = owner.create(with_gas).await?;
    let shop = Property {
        property_type: PropertyType::Commercial.into(),
        ..house("Shop")
    };
    let shop = owner.create(shop).await?;
    let mut open = Vec::new();
    for number in 1..=101 {
        open.push(
            owner
                .create(house(&format!("Home {number}")))
                .await?
                .property_id,
        );
    }
    let theirs = world.other_landlord()?.create(house("Not theirs")).await?;
    let no_gas = AnswerHomeFactRequest {
        gas: Some(false),
        request_id: KEY.to_owned(),
        ..Default::default()
    };
    let first = helen.answer(no_gas.clone()).await?;
    assert_eq!((first.answered_count, first.remaining_count), (100, 1));
    // A repeat gets the first answer, and says nothing of the one that is left.
    assert_eq!(helen.answer(no_gas.clone()).await?, first);
    let rest = AnswerHomeFactRequest {
        request_id: String::new(),
        ..no_gas
    };
    let second = helen.answer(rest.clone()).await?;
    assert_eq!((second.answered_count, second.remaining_count), (1, 0));
    let answered = owner.get(open[0]).await?;
    assert_eq!((answered.gas, answered.version), (Some(false), 2));
    let history = owner.history(open[0], 0, "").await?.entries;
    let changed: Vec<_> = history[0]
        .changes
        .iter()
        .map(|one| one.field.as_str())
        .collect();
    assert_eq!(changed, ["gas"]);
    // What was said before stays, and so does what nothing depends on.
    assert_eq!(owner.get(with_gas.property_id).await?, with_gas);
    assert_eq!(owner.get(shop.property_id).await?, shop);
    let other = world.other_landlord()?;
    assert_eq!(other.get(theirs.property_id).await?, theirs);

    for bad in [
        AnswerHomeFactRequest::default(),
        AnswerHomeFactRequest {
            storeys: Some(2),
            ..rest
        },
    ] {
        let refused = refusal(helen.answer(bad).await)?;
        assert_eq!(reason(&refused), "HOME_FACT_INVALID");
    }
    let area = AnswerHomeFactRequest {
        licensing_area: LicensingArea::None.into(),
        ..Default::default()
    };
    assert_eq!(helen.answer(area).await?.answered_count, 100);
    Ok(())
}
