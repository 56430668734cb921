// Three properties that were sold: a house with a profit, an apartment with a loss, and a shared house that was rebuilt first.
import { inDays } from "./demo-compliance.mjs";

/** Each as it was in the portfolio, and how it was sold, so many days ago. */
export const SOLD = [
  {
    property: {
      name: "Station Cottages", address: "4 Station Cottages, Sheffield", postcode: "S2 4QD", propertyType: "House",
      bedrooms: 2, bathrooms: 1, size: "66 m²", monthlyRent: "795.00", status: "Vacant",
      purchaseDate: "2012-05-18", purchasePrice: "118000", currentValue: "210000",
    },
    sale: {
      salePrice: "214500", saleDate: inDays(-421), deposit: "29500", legalFeesPurchase: "1150", refurbCosts: "8400",
      feesToSell: "5148", notes: "Sold to the tenants, who had lived there since 2017.",
    },
  },
  {
    property: {
      name: "Quayside Loft", address: "Apartment 31, 2 Quayside, Salford", postcode: "M5 3QW", propertyType: "Apartment",
      bedrooms: 1, bathrooms: 1, size: "52 m²", monthlyRent: "1020.00", status: "Vacant",
      purchaseDate: "2021-06-11", purchasePrice: "236000", currentValue: "225000",
    },
    sale: {
      salePrice: "221500", saleDate: inDays(-245), deposit: "59000", stampDuty: "7080", legalFeesPurchase: "1480",
      refurbCosts: "2600", feesToSell: "4430", notes: "The cladding had to be replaced, and nobody would lend on it before.",
    },
  },
  {
    property: {
      name: "Alma Street", address: "57 Alma Street, Leicester", postcode: "LE2 6QP", propertyType: "HMO",
      bathrooms: 2, size: "128 m²", purchaseDate: "2016-08-05", purchasePrice: "232000", currentValue: "355000",
      hmoRooms: 4,
      hmoRoomRentals: { 1: "445.00", 2: "460.00", 3: "430.00", 4: "455.00" },
      hmoRoomOccupancy: ["Vacant", "Vacant", "Vacant", "Vacant"],
      hmoUtilities: "214.00", hmoTvLicence: "13.25", hmoCouncilTax: "151.00", hmoWater: "47.00", hmoCleaningFees: "60.00",
    },
    sale: {
      salePrice: "361000", saleDate: inDays(-36), deposit: "58000", stampDuty: "9100", legalFeesPurchase: "1620",
      refurbCosts: "41500", feesToSell: "7220", notes: "A fourth room and a second bathroom were made of the attic in 2018.",
    },
  },
];
