import { expect, it } from 'vitest'
import { orderOf, pressed, queryOf, type Order } from './model'

const latestFirst: Order = { sort: 'saleDate', direction: 'desc' }

it.each<[string, Order]>([
  ['', latestFirst],
  ['sort=profit', { sort: 'profit', direction: 'desc' }],
  ['sort=return&direction=asc', { sort: 'return', direction: 'asc' }],
  ['direction=asc', { sort: 'saleDate', direction: 'asc' }],
  ['sort=colour&direction=sideways', latestFirst],
])('the address %o asks for %o', (address, order) => {
  expect(orderOf(new URLSearchParams(address))).toEqual(order)
  expect(orderOf(new URLSearchParams(queryOf(order)))).toEqual(order)
})

it('turns the active one round, and starts another descending', () => {
  expect(pressed(latestFirst, 'saleDate')).toEqual({ sort: 'saleDate', direction: 'asc' })
  expect(pressed({ sort: 'saleDate', direction: 'asc' }, 'saleDate')).toEqual(latestFirst)
  expect(pressed({ sort: 'saleDate', direction: 'asc' }, 'profit')).toEqual({ sort: 'profit', direction: 'desc' })
})

it('needs no words for the usual order', () => {
  expect(queryOf(latestFirst)).toEqual({})
})
