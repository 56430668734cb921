//! gRPC in bytes: what is sent and what is answered, undecoded.

use http::uri::PathAndQuery;
use prost::bytes::{Buf as _, BufMut as _};
use tonic::{
    Request, Status,
    client::Grpc,
    codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder},
    transport::Channel,
};

/// Calls `path` with an encoded message; the encoded answer.
pub(super) async fn call(
    channel: &Channel,
    path: &str,
    token: &str,
    message: Vec<u8>,
) -> anyhow::Result<Result<Vec<u8>, Status>> {
    let mut request = Request::new(message);
    request
        .metadata_mut()
        .insert("authorization", format!("Bearer {token}").parse()?);
    let mut grpc = Grpc::new(channel.clone());
    grpc.ready().await?;
    let answer = grpc
        .unary(request, PathAndQuery::try_from(path)?, Bytes)
        .await;
    Ok(answer.map(tonic::Response::into_inner))
}

#[derive(Debug, Clone, Copy)]
struct Bytes;

impl Codec for Bytes {
    type Encode = Vec<u8>;
    type Decode = Vec<u8>;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        *self
    }

    fn decoder(&mut self) -> Self {
        *self
    }
}

impl Encoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn encode(&mut self, item: Vec<u8>, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put_slice(&item);
        Ok(())
    }
}

impl Decoder for Bytes {
    type Item = Vec<u8>;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Vec<u8>>, Status> {
        let mut message = vec![0; buffer.remaining()];
        buffer.copy_to_slice(&mut message);
        Ok(Some(message))
    }
}
