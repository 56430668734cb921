import type { ReactNode } from 'react'
import { color } from '@/theme/tokens'
import { Door, outline, Window } from './parts'

function House() {
  return (
    <>
      <path d="M23 -68V-102h12.5v34z" {...outline} />
      <rect x={-56} y={-68} width={112} height={68} {...outline} />
      <path d="M-62 -68L0 -102L62 -68z" {...outline} />
      <Window x={-31} y={-61.5} width={24} height={18} hasBars />
      <Window x={31} y={-61.5} width={24} height={18} hasBars />
      <Window x={-28} y={-31.5} width={33} height={18} hasBars />
      <Door x={31} width={20} height={33} over={6} />
    </>
  )
}

function Flat() {
  return (
    <>
      <rect x={-74} y={-100.5} width={148} height={100.5} {...outline} />
      <path d="M-78 -100.5H78" stroke={color.facadeLine} strokeWidth={2} />
      <path d="M-74 -19.5H74V0H-74z" fill={color.facade} stroke={color.facadeLine} />
      {[-91.5, -67.5, -43.5].map((y, row) =>
        [-49.5, -16.5, 16.5, 49.5].map((x, column) => (
          <Window key={`${x} ${y}`} x={x} y={y} width={20} height={14.5} isLit={row === 1 && column === 2} />
        )),
      )}
      <Door x={0} width={20} height={18} over={6} />
    </>
  )
}

function Apartment() {
  return (
    <>
      <rect x={-57} y={-114} width={62} height={114} {...outline} />
      <rect x={5} y={-85} width={51} height={85} {...outline} />
      {[-106.5, -83.5, -60.5, -37.5].map((y, row) => (
        <g key={y}>
          <Window x={-26} y={y} width={41} height={12.5} isLit={row === 1} />
          <path d={`M-51 ${y + 20}h50`} stroke={color.facadeLine} strokeWidth={1.6} />
        </g>
      ))}
      <Window x={30.5} y={-78} width={28} height={13} />
      <Window x={30.5} y={-54.5} width={28} height={13} />
      <Door x={30.5} width={20} height={23.5} over={6} />
    </>
  )
}

function Studio() {
  return (
    <>
      <rect x={-52} y={-54} width={104} height={54} {...outline} />
      <path d="M-60 -54L0 -82.5L60 -54z" {...outline} />
      <circle cx={0} cy={-65.5} r={6} {...outline} fill={color.surface} />
      <Window x={-19.5} y={-43} width={42} height={27} hasBars />
      <Door x={28} width={21.5} height={39} over={6} />
    </>
  )
}

function Hmo() {
  return (
    <>
      <path d="M-76 -86V-110h12v24zM64 -86V-110h12v24z" {...outline} />
      <rect x={-76} y={-86} width={152} height={86} {...outline} />
      <path d="M-82 -86L-62 -102H62L82 -86z" {...outline} />
      <path d="M-39 -86L-19.5 -107L0 -86zM0 -86L19.5 -107L39 -86z" {...outline} />
      {[-55, -25, 24, 54].map((x, column) => (
        <g key={x}>
          <Window x={x} y={-79.5} width={19} height={21.5} over={5} isLit={column !== 2} />
          <Window x={x} y={-40} width={19} height={24} over={5} isLit={column !== 1} />
        </g>
      ))}
      <Door x={0} width={18} height={37.5} over={5} />
    </>
  )
}

function ServicedAccommodation() {
  return (
    <>
      <rect x={-48} y={-94.5} width={96} height={94.5} {...outline} />
      <path d="M-54 -94.5L0 -113.5L54 -94.5z" {...outline} />
      {[-29, 0, 29].map((x) => (
        <Window key={x} x={x} y={-87.5} width={18} height={19} hasBars />
      ))}
      <Window x={-29} y={-52} width={18} height={28} hasBars />
      <Window x={29} y={-52} width={18} height={28} hasBars />
      <path d="M-11.5 -34.5A11.5 11.5 0 0 1 11.5 -34.5z" {...outline} />
      <Door x={0} width={20} height={34.5} />
      <rect x={-14.5} y={-51} width={29} height={3.4} fill={color.accent} />
    </>
  )
}

function Commercial() {
  return (
    <>
      <rect x={-69} y={-94.5} width={138} height={94.5} {...outline} />
      {[-41, 0, 41].map((x) => (
        <Window key={x} x={x} y={-85} width={27} height={19} hasBars />
      ))}
      <rect x={-73} y={-48} width={146} height={11.5} fill={color.accent} />
      <rect x={-62} y={-29} width={55} height={23} fill={color.surface} stroke={color.facadeLine} />
      <rect x={30} y={-29} width={31} height={23} fill={color.surface} stroke={color.facadeLine} />
      <Door x={11.5} width={20} height={31} />
    </>
  )
}

/** A building and its width in units. */
export interface Building {
  draw: () => ReactNode
  width: number
}

/** The seven drawings, by property type. */
export const buildings: Record<string, Building> = {
  House: { draw: House, width: 124 },
  Flat: { draw: Flat, width: 156 },
  Apartment: { draw: Apartment, width: 113 },
  Studio: { draw: Studio, width: 120 },
  HMO: { draw: Hmo, width: 164 },
  'Serviced Accommodation': { draw: ServicedAccommodation, width: 108 },
  Commercial: { draw: Commercial, width: 146 },
}

/** The drawing of a type; a house for one that is not known. */
export function buildingOf(type: string): Building {
  return buildings[type] ?? { draw: House, width: 124 }
}
