//! `lintel.listings.v1.AnalysisService`.

use lintel_core::{AnalysisId, Error, PageRequest, PageToken};
use lintel_db::Asked;
use lintel_proto::listings::v1::{
    AnalyseListingRequest, AnalyseListingResponse, DeleteAnalysisRequest, DeleteAnalysisResponse,
    ListAnalysesRequest, ListAnalysesResponse, SaveAnalysisRequest, SaveAnalysisResponse,
    analysis_service_server::AnalysisService,
};
use lintel_runtime::{read, write};
use tonic::{Request, Response, Status};

use super::analysis;
use crate::app::{Analyses, AnalysisDraft};

/// Serves [`Analyses`] over gRPC.
#[derive(Debug, Clone)]
pub struct AnalysisGrpc {
    analyses: Analyses,
}

impl AnalysisGrpc {
    /// Serves `analyses`.
    #[must_use]
    pub const fn new(analyses: Analyses) -> Self {
        Self { analyses }
    }
}

#[tonic::async_trait]
impl AnalysisService for AnalysisGrpc {
    async fn analyse_listing(
        &self,
        request: Request<AnalyseListingRequest>,
    ) -> Result<Response<AnalyseListingResponse>, Status> {
        let (caller, request) = read(request)?;
        let typed = analysis::typed(request.assumptions.unwrap_or_default());
        let id = request.listing_id.into();
        let found = self.analyses.analyse(&caller, id, typed).await?;
        Ok(Response::new(AnalyseListingResponse {
            analysis: Some(analysis::analysis(found)?),
        }))
    }

    async fn save_analysis(
        &self,
        request: Request<SaveAnalysisRequest>,
    ) -> Result<Response<SaveAnalysisResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let said = request.analysis.unwrap_or_default();
        let draft = AnalysisDraft {
            replaces: (said.analysis_id != 0).then(|| AnalysisId::new(said.analysis_id)),
            listing: said.listing_id.into(),
            name: said.display_name,
            typed: analysis::typed(said.assumptions.unwrap_or_default()),
        };
        let saved = self.analyses.save(&caller, draft, key.as_ref()).await?;
        Ok(Response::new(SaveAnalysisResponse {
            analysis: Some(analysis::analysis(saved)?),
        }))
    }

    async fn list_analyses(
        &self,
        request: Request<ListAnalysesRequest>,
    ) -> Result<Response<ListAnalysesResponse>, Status> {
        let (caller, request) = read(request)?;
        let page = PageRequest::parse(request.page_size, &request.page_token)?;
        let listed = self.analyses.list(&caller, &page).await?;
        let rows = listed.rows.into_iter().map(analysis::analysis);
        let rows: Result<_, Error> = rows.collect();
        Ok(Response::new(ListAnalysesResponse {
            analyses: rows?,
            next_page_token: PageToken::next(listed.next),
        }))
    }

    async fn delete_analysis(
        &self,
        request: Request<DeleteAnalysisRequest>,
    ) -> Result<Response<DeleteAnalysisResponse>, Status> {
        let (caller, request, key) = write(request)?;
        let id = request.analysis_id.into();
        let asked = Asked::new(key, |()| Ok(DeleteAnalysisResponse {}));
        let reply = self.analyses.delete(&caller, id, asked).await?;
        Ok(Response::new(reply))
    }
}
