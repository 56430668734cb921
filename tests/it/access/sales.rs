//! Another organisation's tries at the calls about sales.

use lintel_proto::portfolio::v1 as portfolio;
use prost::Message as _;

use super::Foreign;

pub(super) fn foreign(name: &str) -> Option<Foreign> {
    Some(match name {
        "SaleService/SellProperty" => Foreign::Row(|property_id| {
            portfolio::SellPropertyRequest {
                property_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "SaleService/PreviewSale" => Foreign::Row(|property_id| {
            portfolio::PreviewSaleRequest {
                property_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "SaleService/GetSoldProperty" => Foreign::Sold(|sold_property_id| {
            portfolio::GetSoldPropertyRequest { sold_property_id }.encode_to_vec()
        }),
        "SaleService/ListSoldPropertyHistory" => Foreign::Sold(|sold_property_id| {
            portfolio::ListSoldPropertyHistoryRequest {
                sold_property_id,
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "PortfolioTakeBackService/GetTakeBack" => Foreign::Sold(|id| {
            let act = portfolio::TakeBackAct::Sale.into();
            portfolio::GetTakeBackRequest { act, id }.encode_to_vec()
        }),
        "PortfolioTakeBackService/TakeBack" => Foreign::Sold(|id| {
            portfolio::TakeBackRequest {
                act: portfolio::TakeBackAct::Sale.into(),
                id,
                reason: "A mistake".to_owned(),
                ..Default::default()
            }
            .encode_to_vec()
        }),
        "PortfolioTakeBackService/ListTakenBack" => Foreign::Row(|property_id| {
            portfolio::ListTakenBackRequest { property_id }.encode_to_vec()
        }),
        "SaleService/ListSoldProperties" | "SaleService/GetSaleAnalytics" => Foreign::Collection,
        _ => return None,
    })
}
