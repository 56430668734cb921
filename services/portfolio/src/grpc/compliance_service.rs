//! `lintel.portfolio.v1.ComplianceService`.

use lintel_core::{Error, PageRequest, PageToken, PropertyId};
use lintel_db::Asked;
use lintel_proto::{
    Word as _,
    portfolio::v1::{
        AnswerHomeFactRequest, AnswerHomeFactResponse, HomeDutySort, ListHomeDutiesRequest,
        ListHomeDutiesResponse, RemoveDutyExemptionRequest, RemoveDutyExemptionResponse,
        SetDutyExemptionRequest, SetDutyExemptionResponse, UnknownFact,
        compliance_service_server::ComplianceService,
    },
};
use lintel_rules::{Duty, Fact};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::duty;
use crate::{
    app::{Compliance, FactStatement, Wanted},
    contract::words,
    domain::{DutyOrder, StatedFacts},
};

/// Answers from [`Compliance`].
#[derive(Debug, Clone)]
pub struct ComplianceGrpc(Compliance);

impl ComplianceGrpc {
    /// Answers from `compliance`.
    #[must_use]
    pub const fn new(compliance: Compliance) -> Self {
        Self(compliance)
    }
}

#[tonic::async_trait]
impl ComplianceService for ComplianceGrpc {
    async fn list_home_duties(
        &self,
        request: Request<ListHomeDutiesRequest>,
    ) -> Result<Response<ListHomeDutiesResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let sort = HomeDutySort::try_from(request.sort).unwrap_or_default();
        let order = sort.text().and_then(DutyOrder::parse);
        let wanted = Wanted {
            words: lintel_core::Search::read(&request.search)?.words,
            duty: words::duty(request.duty()),
            to_do: request.to_do,
            property: (request.property_id != 0).then(|| PropertyId::new(request.property_id)),
        };
        let order = order.unwrap_or(DutyOrder::MissingFirst);
        let listed = self
            .0
            .list_home_duties(&caller, &wanted, order, &page)
            .await?;
        let count = |number: usize| i32::try_from(number).map_err(Error::internal);
        let columns: Vec<_> = listed.columns.into_iter().map(duty::total).collect();
        let dates = columns.iter().filter_map(|column| column.next_date);
        let next_date = dates.min_by_key(|date| (date.year, date.month, date.day));
        let unknown = listed.unknown.iter().map(|(fact, homes)| {
            Ok(UnknownFact {
                fact: words::fact_number(*fact).into(),
                home_count: count(*homes)?,
            })
        });
        Ok(Response::new(ListHomeDutiesResponse {
            next_page_token: PageToken::next(listed.page.next),
            match_count: count(listed.matching)?,
            home_count: count(listed.all)?,
            to_do_home_count: count(listed.to_do)?,
            totals: Some(duty::counts(listed.totals)),
            columns,
            next_date,
            unknown_facts: unknown.collect::<Result<_, Error>>()?,
            in_date_names: listed.in_date,
            homes: listed
                .page
                .rows
                .into_iter()
                .map(duty::home)
                .collect::<Result<_, Error>>()?,
        }))
    }

    async fn set_duty_exemption(
        &self,
        request: Request<SetDutyExemptionRequest>,
    ) -> Result<Response<SetDutyExemptionResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let asked = Asked::new(key, |standing| {
            Ok(SetDutyExemptionResponse {
                duty: Some(duty::standing(standing)?),
            })
        });
        let said = named(words::duty(request.duty()))?;
        let property = request.property_id.into();
        let kept = self
            .0
            .set_duty_exemption(&caller, property, said, &request.reason, asked)
            .await?;
        Ok(Response::new(kept))
    }

    async fn remove_duty_exemption(
        &self,
        request: Request<RemoveDutyExemptionRequest>,
    ) -> Result<Response<RemoveDutyExemptionResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let asked = Asked::new(key, |standing| {
            Ok(RemoveDutyExemptionResponse {
                duty: Some(duty::standing(standing)?),
            })
        });
        let said = named(words::duty(request.duty()))?;
        let property = request.property_id.into();
        let taken = self
            .0
            .remove_duty_exemption(&caller, property, said, asked)
            .await?;
        Ok(Response::new(taken))
    }

    async fn answer_home_fact(
        &self,
        request: Request<AnswerHomeFactRequest>,
    ) -> Result<Response<AnswerHomeFactResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let asked = Asked::new(key, |answered: crate::app::Answered| {
            Ok(AnswerHomeFactResponse {
                answered_count: i32::try_from(answered.done).map_err(Error::internal)?,
                remaining_count: i32::try_from(answered.left).map_err(Error::internal)?,
            })
        });
        let answer = answer(&request)?;
        let reply = self.0.answer_home_fact(&caller, answer, asked).await?;
        Ok(Response::new(reply))
    }
}

fn named(duty: Option<Duty>) -> Result<Duty, Error> {
    duty.ok_or_else(|| Error::field("DUTY_EXEMPTION_INVALID", "duty", "Choose what it is about."))
}

/// The one fact that is said.
fn answer(request: &AnswerHomeFactRequest) -> Result<FactStatement, Error> {
    let furnishing = words::furnishing(request.furnishing());
    let licensing_area = words::licensing_area(request.licensing_area());
    let said = [
        (request.gas.is_some(), Fact::Gas, "gas"),
        (furnishing.is_some(), Fact::Furnishing, "furnishing"),
        (request.storeys.is_some(), Fact::Storeys, "storeys"),
        (
            request.most_residents.is_some(),
            Fact::MostResidents,
            "most_residents",
        ),
        (
            licensing_area.is_some(),
            Fact::LicensingArea,
            "licensing_area",
        ),
    ];
    let mut given = said.into_iter().filter(|(is_said, ..)| *is_said);
    let (Some((_, fact, path)), None) = (given.next(), given.next()) else {
        let text = "Say one fact: gas, furnishing, storeys, people or licensing area.";
        return Err(Error::field("HOME_FACT_INVALID", "gas", text));
    };
    Ok(FactStatement {
        fact,
        path,
        said: StatedFacts {
            gas: request.gas,
            furnishing,
            shared: None,
            storeys: request.storeys,
            most_residents: request.most_residents,
            licensing_area,
        },
    })
}
