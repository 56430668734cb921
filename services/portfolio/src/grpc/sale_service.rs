//! `lintel.portfolio.v1.SaleService`.

use lintel_auth::principal;
use lintel_core::{Error, Expected, PageRequest, PageToken};
use lintel_db::Asked;
use lintel_proto::portfolio::v1::{
    GetSaleAnalyticsRequest, GetSaleAnalyticsResponse, GetSoldPropertyRequest,
    GetSoldPropertyResponse, ListSoldPropertiesRequest, ListSoldPropertiesResponse,
    ListSoldPropertyHistoryRequest, ListSoldPropertyHistoryResponse, PreviewSaleRequest,
    PreviewSaleResponse, SellPropertyRequest, SellPropertyResponse,
    sale_service_server::SaleService,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::{reply, sale};
use crate::{app::Sales, contract::words, domain::SoldOrder};

/// Serves [`Sales`] over gRPC.
#[derive(Debug, Clone)]
pub struct SaleGrpc {
    sales: Sales,
}

impl SaleGrpc {
    /// Serves `sales`.
    #[must_use]
    pub const fn new(sales: Sales) -> Self {
        Self { sales }
    }
}

#[tonic::async_trait]
impl SaleService for SaleGrpc {
    async fn sell_property(
        &self,
        request: Request<SellPropertyRequest>,
    ) -> Result<Response<SellPropertyResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let draft = sale::draft(request.sale.unwrap_or_default());
        let expected = Expected::parse(&request.etag);
        let id = request.property_id.into();
        let asked = Asked::new(key, |sold| {
            Ok(SellPropertyResponse {
                sold_property: Some(sale::sold_property(sold)?),
            })
        });
        let sold = self
            .sales
            .sell_property(&caller, id, draft, &expected, asked)
            .await?;
        Ok(Response::new(sold))
    }

    async fn preview_sale(
        &self,
        request: Request<PreviewSaleRequest>,
    ) -> Result<Response<PreviewSaleResponse>, Status> {
        let (caller, request) = read(request)?;
        let draft = sale::draft(request.sale.unwrap_or_default());
        let id = request.property_id.into();
        let figures = self.sales.preview_sale(&caller, id, draft).await?;
        Ok(Response::new(PreviewSaleResponse {
            figures: Some(sale::figures(&figures)),
        }))
    }

    async fn get_sold_property(
        &self,
        request: Request<GetSoldPropertyRequest>,
    ) -> Result<Response<GetSoldPropertyResponse>, Status> {
        let (caller, request) = read(request)?;
        let id = request.sold_property_id.into();
        let sold = self.sales.get_sold_property(&caller, id).await?;
        Ok(Response::new(GetSoldPropertyResponse {
            sold_property: Some(sale::sold_property(sold)?),
        }))
    }

    async fn list_sold_properties(
        &self,
        request: Request<ListSoldPropertiesRequest>,
    ) -> Result<Response<ListSoldPropertiesResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let order = SoldOrder {
            sort: words::sold_sort(request.sort)?,
            ascending: request.ascending,
        };
        let listed = self
            .sales
            .list_sold_properties(&caller, order, &page)
            .await?;
        let rows = listed.rows.into_iter().map(sale::sold_property);
        let rows: Result<_, Error> = rows.collect();
        Ok(Response::new(ListSoldPropertiesResponse {
            sold_properties: rows?,
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn list_sold_property_history(
        &self,
        request: Request<ListSoldPropertyHistoryRequest>,
    ) -> Result<Response<ListSoldPropertyHistoryResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let id = request.sold_property_id.into();
        let listed = self
            .sales
            .list_sold_property_history(&caller, id, &page)
            .await?;
        Ok(Response::new(ListSoldPropertyHistoryResponse {
            entries: listed.rows.into_iter().map(reply::history_entry).collect(),
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn get_sale_analytics(
        &self,
        request: Request<GetSaleAnalyticsRequest>,
    ) -> Result<Response<GetSaleAnalyticsResponse>, Status> {
        let caller = principal(&request)?;
        let sums = self.sales.get_sale_analytics(&caller).await?;
        Ok(Response::new(GetSaleAnalyticsResponse {
            analytics: Some(sale::analytics(&sums)?),
        }))
    }
}
