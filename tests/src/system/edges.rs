//! A proxy on every edge between the programs of one installation.

use std::{collections::BTreeMap, io};

use super::{SERVICES, Which};
use crate::proxy::{Proxy, Toxic};

/// One kind of edge, by the side that is called and, where that is a server of all, by who calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edge {
    /// Clients to gateways.
    Clients,
    /// Gateways and services to this service.
    Calls(&'static str),
    /// This service to PostgreSQL.
    Postgres(&'static str),
    /// This service, or `gateway`, to NATS.
    Nats(&'static str),
}

/// The proxies. Without any (what most tests want) programs reach each other directly.
#[derive(Debug, Default)]
pub struct Edges(BTreeMap<Edge, Vec<Proxy>>);

impl Edges {
    /// One before each gateway and each process of each service, and for each service one before PostgreSQL and NATS.
    pub(super) async fn between(
        gateways: &[u16],
        ports: &BTreeMap<Which, u16>,
        postgres: u16,
        nats: u16,
    ) -> io::Result<Self> {
        let mut edges = Self::default();
        for &port in gateways {
            edges.add(Edge::Clients, port).await?;
        }
        for (&(service, _), &port) in ports {
            edges.add(Edge::Calls(service), port).await?;
        }
        for service in SERVICES {
            edges.add(Edge::Postgres(service), postgres).await?;
            edges.add(Edge::Nats(service), nats).await?;
        }
        edges.add(Edge::Nats("gateway"), nats).await?;
        Ok(edges)
    }

    async fn add(&mut self, edge: Edge, target: u16) -> io::Result<()> {
        let proxy = Proxy::before(target).await?;
        self.0.entry(edge).or_default().push(proxy);
        Ok(())
    }

    /// Returns the ports that the callers of an edge go to, in the order of the processes behind it; none without
    /// proxies.
    pub(super) fn ports(&self, edge: Edge) -> Vec<u16> {
        self.of(&[edge]).map(Proxy::port).collect()
    }

    /// The proxies on `edges`.
    pub fn of(&self, edges: &[Edge]) -> impl Iterator<Item = &Proxy> {
        let found = edges.iter().filter_map(move |edge| self.0.get(edge));
        found.flatten()
    }

    /// Every edge of one kind.
    #[must_use]
    pub fn every(&self, kind: fn(&'static str) -> Edge) -> Vec<Edge> {
        let mut names = SERVICES.to_vec();
        names.push("gateway");
        let edges = names.into_iter().map(kind);
        edges.filter(|edge| self.0.contains_key(edge)).collect()
    }

    /// Makes `edges` so.
    pub fn set(&self, edges: &[Edge], toxic: Toxic) {
        self.of(edges).for_each(|proxy| proxy.set(toxic));
    }

    /// Loses every connection on `edges`, without a word to the callers.
    pub fn lose(&self, edges: &[Edge]) {
        self.of(edges).for_each(Proxy::lose);
    }

    /// Breaks every connection on `edges`.
    pub fn reset(&self, edges: &[Edge]) {
        self.of(edges).for_each(Proxy::reset);
    }
}
