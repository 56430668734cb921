//! Somebody who calls the service.

use lintel_proto::portfolio::v1::{
    ApplyPropertyImportRequest, CheckPropertyImportRequest, CreatePropertyRequest,
    DashboardAnalytics, DeletePropertyRequest, DutyCounts, ExportPropertiesRequest,
    ExportPropertiesResponse, GetDashboardAnalyticsRequest, GetPortfolioSeriesRequest,
    GetPropertyImportRequest, GetPropertyRequest, GetSaleAnalyticsRequest, GetSoldPropertyRequest,
    ListPropertiesRequest, ListPropertiesResponse, ListPropertyHistoryRequest,
    ListPropertyHistoryResponse, ListRoomsRequest, ListSoldPropertiesRequest,
    ListSoldPropertiesResponse, ListSoldPropertyHistoryRequest, ListSoldPropertyHistoryResponse,
    PortfolioMonth, PreviewPropertyRequest, PreviewSaleRequest, Property, PropertyFigures,
    PropertyImport, PropertyListing, Room, Sale, SaleAnalytics, SaleFigures, SellPropertyRequest,
    SoldProperty, SoldPropertySort, UpdatePropertyRequest,
    analytics_service_client::AnalyticsServiceClient,
    property_service_client::PropertyServiceClient,
    property_transfer_service_client::PropertyTransferServiceClient,
    sale_service_client::SaleServiceClient,
};
use tonic::Status;

use super::{Connection, change};

/// Somebody who calls the service.
#[derive(Clone)]
pub struct Caller {
    properties: PropertyServiceClient<Connection>,
    analytics: AnalyticsServiceClient<Connection>,
    sales: SaleServiceClient<Connection>,
    transfer: PropertyTransferServiceClient<Connection>,
}

impl From<Connection> for Caller {
    fn from(connection: Connection) -> Self {
        Self {
            properties: PropertyServiceClient::new(connection.clone()),
            analytics: AnalyticsServiceClient::new(connection.clone()),
            sales: SaleServiceClient::new(connection.clone()),
            transfer: PropertyTransferServiceClient::new(connection),
        }
    }
}

impl Caller {
    pub async fn create(&self, property: Property) -> Result<Property, Status> {
        self.create_once(property, "").await
    }

    pub async fn create_once(
        &self,
        property: Property,
        request_id: &str,
    ) -> Result<Property, Status> {
        let request = CreatePropertyRequest {
            property: Some(property),
            request_id: request_id.to_owned(),
            ..Default::default()
        };
        self.add(request).await
    }

    pub async fn add(&self, request: CreatePropertyRequest) -> Result<Property, Status> {
        let reply = self.properties.clone().create_property(request).await?;
        Ok(reply.into_inner().property.unwrap_or_default())
    }

    pub async fn update(&self, request: UpdatePropertyRequest) -> Result<Property, Status> {
        let reply = self.properties.clone().update_property(request).await?;
        Ok(reply.into_inner().property.unwrap_or_default())
    }

    /// Sets the fields at `paths` to their values in `property`, at any version.
    pub async fn change(&self, property: Property, paths: &[&str]) -> Result<Property, Status> {
        self.update(change(property, paths)).await
    }

    pub async fn preview(&self, property: Property) -> Result<PropertyFigures, Status> {
        let request = PreviewPropertyRequest {
            property: Some(property),
            auto_rent_calculation: None,
        };
        let reply = self.properties.clone().preview_property(request).await?;
        Ok(reply.into_inner().figures.unwrap_or_default())
    }

    pub async fn sell(&self, property_id: i64, sale: Sale) -> Result<SoldProperty, Status> {
        self.sell_once(property_id, sale, "", "").await
    }

    pub async fn sell_once(
        &self,
        property_id: i64,
        sale: Sale,
        etag: &str,
        request_id: &str,
    ) -> Result<SoldProperty, Status> {
        let request = SellPropertyRequest {
            property_id,
            sale: Some(sale),
            etag: etag.to_owned(),
            request_id: request_id.to_owned(),
        };
        let reply = self.sales.clone().sell_property(request).await?;
        Ok(reply.into_inner().sold_property.unwrap_or_default())
    }

    pub async fn preview_sale(&self, property_id: i64, sale: Sale) -> Result<SaleFigures, Status> {
        let request = PreviewSaleRequest {
            property_id,
            sale: Some(sale),
        };
        let reply = self.sales.clone().preview_sale(request).await?;
        Ok(reply.into_inner().figures.unwrap_or_default())
    }

    pub async fn sold(&self, sold_property_id: i64) -> Result<SoldProperty, Status> {
        let request = GetSoldPropertyRequest { sold_property_id };
        let reply = self.sales.clone().get_sold_property(request).await?;
        Ok(reply.into_inner().sold_property.unwrap_or_default())
    }

    pub async fn list_sold(
        &self,
        page_size: i32,
        page_token: &str,
    ) -> Result<ListSoldPropertiesResponse, Status> {
        let sort = SoldPropertySort::SaleDate;
        self.list_sold_by(sort, false, page_size, page_token).await
    }

    pub async fn list_sold_by(
        &self,
        sort: SoldPropertySort,
        ascending: bool,
        page_size: i32,
        page_token: &str,
    ) -> Result<ListSoldPropertiesResponse, Status> {
        let request = ListSoldPropertiesRequest {
            page_size,
            page_token: page_token.to_owned(),
            sort: sort.into(),
            ascending,
        };
        let reply = self.sales.clone().list_sold_properties(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn sold_history(
        &self,
        sold_property_id: i64,
        page_size: i32,
        page_token: &str,
    ) -> Result<ListSoldPropertyHistoryResponse, Status> {
        let request = ListSoldPropertyHistoryRequest {
            sold_property_id,
            page_size,
            page_token: page_token.to_owned(),
        };
        let reply = self
            .sales
            .clone()
            .list_sold_property_history(request)
            .await?;
        Ok(reply.into_inner())
    }

    pub async fn sale_analytics(&self) -> Result<SaleAnalytics, Status> {
        let request = GetSaleAnalyticsRequest {};
        let reply = self.sales.clone().get_sale_analytics(request).await?;
        Ok(reply.into_inner().analytics.unwrap_or_default())
    }

    pub async fn get(&self, property_id: i64) -> Result<Property, Status> {
        let request = GetPropertyRequest { property_id };
        let reply = self.properties.clone().get_property(request).await?;
        Ok(reply.into_inner().property.unwrap_or_default())
    }

    pub async fn delete(&self, property_id: i64) -> Result<(), Status> {
        self.delete_once(property_id, "", "").await
    }

    pub async fn delete_once(
        &self,
        property_id: i64,
        etag: &str,
        request_id: &str,
    ) -> Result<(), Status> {
        let request = DeletePropertyRequest {
            property_id,
            etag: etag.to_owned(),
            request_id: request_id.to_owned(),
        };
        self.properties.clone().delete_property(request).await?;
        Ok(())
    }

    pub async fn list(
        &self,
        page_size: i32,
        page_token: &str,
    ) -> Result<ListPropertiesResponse, Status> {
        self.list_of(PropertyListing::default(), page_size, page_token)
            .await
    }

    pub async fn list_of(
        &self,
        listing: PropertyListing,
        page_size: i32,
        page_token: &str,
    ) -> Result<ListPropertiesResponse, Status> {
        let request = ListPropertiesRequest {
            page_size,
            page_token: page_token.to_owned(),
            listing: Some(listing),
        };
        let reply = self.properties.clone().list_properties(request).await?;
        Ok(reply.into_inner())
    }

    /// Returns the states of a property's duties, as it is read.
    pub async fn duties(&self, property_id: i64) -> Result<Option<DutyCounts>, Status> {
        let request = GetPropertyRequest { property_id };
        let reply = self.properties.clone().get_property(request).await?;
        Ok(reply.into_inner().property.and_then(|found| found.duties))
    }

    pub async fn check_import(
        &self,
        file_name: &str,
        content: &[u8],
        request_id: &str,
    ) -> Result<PropertyImport, Status> {
        let request = CheckPropertyImportRequest {
            file_name: file_name.to_owned(),
            content: content.to_vec(),
            request_id: request_id.to_owned(),
        };
        let reply = self.transfer.clone().check_property_import(request).await?;
        Ok(reply.into_inner().property_import.unwrap_or_default())
    }

    pub async fn apply_import(
        &self,
        property_import_id: i64,
        request_id: &str,
    ) -> Result<PropertyImport, Status> {
        self.begin_import(ApplyPropertyImportRequest {
            property_import_id,
            request_id: request_id.to_owned(),
            inspection_frequency_months: None,
        })
        .await
    }

    pub async fn begin_import(
        &self,
        request: ApplyPropertyImportRequest,
    ) -> Result<PropertyImport, Status> {
        let reply = self.transfer.clone().apply_property_import(request).await?;
        Ok(reply.into_inner().property_import.unwrap_or_default())
    }

    pub async fn get_import(&self, property_import_id: i64) -> Result<PropertyImport, Status> {
        let request = GetPropertyImportRequest { property_import_id };
        let reply = self.transfer.clone().get_property_import(request).await?;
        Ok(reply.into_inner().property_import.unwrap_or_default())
    }

    pub async fn export(
        &self,
        listing: PropertyListing,
        page_token: &str,
    ) -> Result<ExportPropertiesResponse, Status> {
        let request = ExportPropertiesRequest {
            listing: Some(listing),
            page_token: page_token.to_owned(),
        };
        let reply = self.transfer.clone().export_properties(request).await?;
        Ok(reply.into_inner())
    }

    pub async fn rooms(&self, property_id: i64) -> Result<Vec<Room>, Status> {
        let request = ListRoomsRequest { property_id };
        let reply = self.properties.clone().list_rooms(request).await?;
        Ok(reply.into_inner().rooms)
    }

    pub async fn history(
        &self,
        property_id: i64,
        page_size: i32,
        page_token: &str,
    ) -> Result<ListPropertyHistoryResponse, Status> {
        let request = ListPropertyHistoryRequest {
            property_id,
            page_size,
            page_token: page_token.to_owned(),
        };
        let reply = self
            .properties
            .clone()
            .list_property_history(request)
            .await?;
        Ok(reply.into_inner())
    }

    pub async fn series(&self, months: i32) -> Result<Vec<PortfolioMonth>, Status> {
        let request = GetPortfolioSeriesRequest { months };
        let reply = self.analytics.clone().get_portfolio_series(request).await?;
        Ok(reply.into_inner().months)
    }

    pub async fn dashboard(&self) -> Result<DashboardAnalytics, Status> {
        let request = GetDashboardAnalyticsRequest {};
        let reply = self
            .analytics
            .clone()
            .get_dashboard_analytics(request)
            .await?;
        Ok(reply.into_inner().analytics.unwrap_or_default())
    }
}
