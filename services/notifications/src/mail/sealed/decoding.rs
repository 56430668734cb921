//! Decoding of sealed contents.

use prost::Message;

use crate::domain::ContentsError;

pub(super) fn decode<M: Message + Default>(plain: &[u8]) -> Result<M, ContentsError> {
    M::decode(plain).map_err(|_| ContentsError::Encoding)
}
