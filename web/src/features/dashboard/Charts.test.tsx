import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { common } from '@/lib/messages'
import { aUser, someMonths } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { charts } from './messages'
import { placesFor } from './model'

const user = aUser()
const panel = async (name: string) => within(await screen.findByRole('region', { name }))

it('says the newest values in words', async () => {
  const asked = answer('get', '/api/dashboard/series', () => HttpResponse.json(someMonths()))
  renderApp('/', { user })
  const income = await panel(charts.income)
  expect(await income.findByText('£19,370')).toBeVisible()
  expect(income.getByText('£8,943')).toBeVisible()
  expect(income.getByText('November 2026')).toBeVisible()
  expect((await panel(charts.value)).getByText('£3,339,000')).toBeVisible()
  expect((await panel(charts.occupancy)).getByText('83.3%')).toBeVisible()
  expect(asked.queries).toEqual([{ months: '12' }])
})

it.each([
  [charts.income, ['October 2026', '£19,180', '£9,005', '+£10,176']],
  [charts.value, ['October 2026', '£3,277,500', '11']],
  [charts.occupancy, ['October 2026', '81.8%', '9 of 11']],
])('%s can be read as a table, the newest month first', async (title, october) => {
  const app = renderApp('/', { user })
  const chart = await panel(title)
  await chart.findByText('November 2026')
  await app.user.click(chart.getByRole('button', { name: charts.showTable }))
  const rows = chart.getAllByRole('row').slice(1)
  expect(within(rows[1] ?? document.body).getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(october.slice(1))
  expect(within(rows[1] ?? document.body).getByRole('rowheader')).toHaveTextContent('October 2026')
  await app.user.click(chart.getByRole('button', { name: charts.showChart }))
  expect(chart.queryByRole('table')).toBeNull()
})

it('waits for three months, and says since when it counts', async () => {
  answer('get', '/api/dashboard/series', () => HttpResponse.json(someMonths().slice(1)))
  renderApp('/', { user })
  expect(await screen.findByText(charts.since('October 2026'))).toBeVisible()
  for (const name of [charts.income, charts.value, charts.occupancy]) expect(screen.queryByRole('region', { name })).toBeNull()
})

it('keeps the rest of the page when it fails, and tries again when asked', async () => {
  answer('get', '/api/dashboard/series', () => problem(500))
  const app = renderApp('/', { user })
  const income = await panel(charts.income)
  expect(await income.findByText(common.couldNotLoad(charts.income))).toBeVisible()
  answer('get', '/api/dashboard/series', () => HttpResponse.json(someMonths()))
  await app.user.click(income.getByRole('button', { name: common.retry }))
  expect(await income.findByText('£19,370')).toBeVisible()
})

it('has room for twelve months, the known ones at its end', () => {
  const places = placesFor(someMonths())
  expect(places).toHaveLength(12)
  expect(places.slice(-4)).toEqual(['2026-08', '2026-09', '2026-10', '2026-11'])
  expect(places[0]).toBe('2025-12')
  expect(placesFor([])).toEqual([])
})
