//! Tenancy-applications, as far as mails fetch signed documents from it.

use lintel_auth::ServiceKey;
use lintel_notifications::clients::SignedCopies;
use lintel_proto::tenancy::v1::{
    DeclineAgreementByLinkRequest, DeclineAgreementByLinkResponse, OpenAgreementRequest,
    OpenAgreementResponse, ReadAgreementRequest, ReadAgreementResponse, ReadSignedCopiesRequest,
    ReadSignedCopiesResponse, RenewAgreementLinkRequest, RenewAgreementLinkResponse,
    SignAgreementByLinkRequest, SignAgreementByLinkResponse, SignedCopy,
    signing_service_server::{SigningService, SigningServiceServer},
};
use tokio::net::TcpListener;
use tonic::{
    Request, Response, Status,
    transport::{Channel, Server, server::TcpIncoming},
};

/// The agreement that everybody gets.
pub const AGREEMENT: &[u8] = b"%PDF-1.7 agreement";

#[derive(Debug)]
struct Copies;

#[tonic::async_trait]
impl SigningService for Copies {
    async fn read_signed_copies(
        &self,
        _: Request<ReadSignedCopiesRequest>,
    ) -> Result<Response<ReadSignedCopiesResponse>, Status> {
        Ok(Response::new(ReadSignedCopiesResponse {
            copies: vec![SignedCopy {
                file_name: "agreement-5-signed.pdf".to_owned(),
                content: AGREEMENT.to_vec(),
            }],
        }))
    }

    async fn open_agreement(
        &self,
        _: Request<OpenAgreementRequest>,
    ) -> Result<Response<OpenAgreementResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn read_agreement(
        &self,
        _: Request<ReadAgreementRequest>,
    ) -> Result<Response<ReadAgreementResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn sign_agreement_by_link(
        &self,
        _: Request<SignAgreementByLinkRequest>,
    ) -> Result<Response<SignAgreementByLinkResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn renew_agreement_link(
        &self,
        _: Request<RenewAgreementLinkRequest>,
    ) -> Result<Response<RenewAgreementLinkResponse>, Status> {
        Err(Status::unimplemented(""))
    }

    async fn decline_agreement_by_link(
        &self,
        _: Request<DeclineAgreementByLinkRequest>,
    ) -> Result<Response<DeclineAgreementByLinkResponse>, Status> {
        Err(Status::unimplemented(""))
    }
}

/// Serves it until the test ends.
pub fn serve() -> anyhow::Result<SignedCopies> {
    let listener = std::net::TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let url = format!("http://{}", listener.local_addr()?);
    let incoming = TcpIncoming::from(TcpListener::from_std(listener)?);
    let server = Server::builder().add_service(SigningServiceServer::new(Copies));
    tokio::spawn(server.serve_with_incoming(incoming));
    Ok(SignedCopies {
        tenancies: Channel::from_shared(url)?.connect_lazy(),
        key: ServiceKey::new("a key".into()),
    })
}
