import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it, test } from 'vitest'
import { Stream } from '@/test/browser'
import { aUser } from '@/test/factories'
import { aListingImport } from '@/test/listingFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { imports as texts } from './messages'
import { formatOf, largestFile, noUpload, sizeOf, uploadMistakes, withFormat } from './model'

const user = aUser()
const viewer = aUser({ organisation: { id: 3, name: 'Okafor Lettings', grade: 'Viewer' } })
const path = '/api/listing-imports'
const page = '/property-search/imports'

const choose = (file: File) => fireEvent.change(screen.getByLabelText(texts.file), { target: { files: [file] } })

describe('an upload', () => {
  it('is sent with its format and source, and what becomes of it is shown', async () => {
    const sent = answer('post', path, () => HttpResponse.json(aListingImport({ state: 'queued', read: 0 }), { status: 202 }))
    answer('get', `${path}/5`, () => HttpResponse.json(aListingImport({ state: 'running', read: 500 })))
    const app = renderApp(page, { user })
    await screen.findByRole('heading', { name: texts.title, level: 1 })
    choose(new File(['#HEADER#'], '77.BLM'))
    expect(screen.getByText(texts.chosen('77.BLM', '8 bytes'))).toBeVisible()
    expect(screen.getByLabelText(texts.format)).toHaveValue('blm')
    expect(screen.getByLabelText(texts.source)).toHaveValue('Rightmove')
    await app.user.click(screen.getByRole('button', { name: texts.submit }))
    expect(await screen.findByText(texts.begun)).toBeVisible()
    const body = String(sent.bodies[0])
    for (const [name, value] of [['format', 'blm'], ['source', 'Rightmove']] as const) expect(body).toMatch(new RegExp(`name="${name}"\\s+${value}`))
    // The server knows what it is when the file begins.
    expect(body.indexOf('name="source"')).toBeLessThan(body.indexOf('name="file"'))
    expect(sent.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(app.address()).toBe(`${page}?import=5`)
    const dialog = within(await screen.findByRole('dialog', { name: texts.detailsOf('77.blm') }))
    expect(dialog.getByText(texts.states.running)).toBeVisible()
    expect(dialog.getByText('500')).toBeVisible()
    answer('get', `${path}/5`, () => HttpResponse.json(aListingImport()))
    Stream.open?.say('changed', JSON.stringify({ resource: 'listing-imports', id: 5, version: 4 }))
    expect(await dialog.findByText(texts.states.done)).toBeVisible()
    expect(dialog.getByText('1,204')).toBeVisible()
  })

  it('is not sent before it is whole', async () => {
    const app = renderApp(page, { user })
    await app.user.click(await screen.findByRole('button', { name: texts.submit }))
    for (const text of [texts.fileRequired, texts.formatRequired, texts.sourceRequired]) expect(await screen.findAllByText(text)).not.toHaveLength(0)
  })

  it('says why the server does not take it', async () => {
    answer('post', path, () => problem(409, { reason: 'IMPORT_RUNNING', title: 'Please Wait', detail: 'Five imports are not done yet.' }))
    const app = renderApp(page, { user })
    await screen.findByRole('heading', { name: texts.title, level: 1 })
    choose(new File(['Address,Price'], 'agent.csv'))
    await app.user.type(screen.getByLabelText(texts.source), 'Harper & Lane')
    await app.user.click(screen.getByRole('button', { name: texts.submit }))
    expect(await screen.findByText('Five imports are not done yet.')).toBeVisible()
    expect(screen.getByLabelText(texts.source)).toHaveValue('Harper & Lane')
  })

  it('says how far it is, and offers to stop it', async () => {
    answer('post', path, () => new Promise<Response>(() => undefined))
    const app = renderApp(page, { user })
    await screen.findByRole('heading', { name: texts.title, level: 1 })
    choose(new File(['#HEADER#'], '77.blm'))
    await app.user.click(screen.getByRole('button', { name: texts.submit }))
    expect(await screen.findByRole('progressbar', { name: texts.uploading(0) })).toBeVisible()
    expect(screen.getByRole('button', { name: texts.stop })).toBeVisible()
  })

  it('says what its format wants', async () => {
    renderApp(page, { user })
    const format = await screen.findByLabelText(texts.format)
    expect(format).toHaveAccessibleDescription(texts.formatHint)
    fireEvent.change(format, { target: { value: 'ppd' } })
    expect(format).toHaveAccessibleDescription(texts.formatHints.ppd)
    expect(screen.getByLabelText(texts.source)).toHaveValue('Land Registry')
  })

  it('is not for a Viewer, who sees what others uploaded', async () => {
    answer('get', path, () => HttpResponse.json([aListingImport()]))
    renderApp(page, { user: viewer })
    expect(await screen.findByRole('link', { name: '77.blm' })).toBeVisible()
    expect(screen.queryByRole('button', { name: texts.submit })).toBeNull()
  })
})

describe('the list', () => {
  it('says of each import how far it is and what came of it', async () => {
    answer('get', path, () => HttpResponse.json([aListingImport({ id: 6, state: 'running', fileName: null, source: 'Harper & Lane', format: 'csv' }), aListingImport({ state: 'failed', problem: 'The file breaks off.' })]))
    const app = renderApp(page, { user })
    const list = within(await screen.findByRole('list', { name: texts.list }))
    const [running, failed] = list.getAllByRole('listitem').map((row) => within(row))
    expect(running?.getByText(texts.unnamed)).toBeVisible()
    expect(running?.getByText(texts.from('Harper & Lane', texts.formats.csv))).toBeVisible()
    expect(running?.getByText(texts.states.running)).toBeVisible()
    for (const [name, figure] of [[texts.read, '1,204'], [texts.added, '1,100'], [texts.changed, '40'], [texts.unchanged, '52'], [texts.withdrawn, '3'], [texts.refused, '12']] as const) {
      expect(failed?.getByText(name).nextSibling).toHaveTextContent(figure)
    }
    expect(failed?.getByText('The file breaks off.')).toBeVisible()
    expect(failed?.getByText('20 November 2026, 06:08')).toBeVisible()
    answer('get', `${path}/5`, () => HttpResponse.json(aListingImport()))
    await app.user.click(list.getByRole('link', { name: '77.blm' }))
    expect(app.address()).toBe(`${page}?import=5`)
    cleanup()
    answer('get', path, () => HttpResponse.json([]))
    renderApp(page, { user })
    expect(await screen.findByRole('heading', { name: texts.none })).toBeVisible()
  })
})

describe('one import', () => {
  it('names every refused row with its line, field and reason', async () => {
    const refusals = [
      { line: 14, field: 'PRICE', reason: 'Enter a price of at least £1.' },
      { line: 1_900, field: null, reason: 'The row has 3 of 40 fields.' },
    ]
    answer('get', `${path}/5`, () => HttpResponse.json(aListingImport({ refusals })))
    const app = renderApp(`${page}?import=5`, { user })
    const table = within(await screen.findByRole('group', { name: texts.refusalList }))
    expect(table.getByRole('row', { name: '14 PRICE Enter a price of at least £1.' })).toBeVisible()
    expect(table.getByRole('row', { name: `1,900 ${texts.wholeRow} The row has 3 of 40 fields.` })).toBeVisible()
    expect(screen.getByText(texts.first('2', '12'))).toBeVisible()
    expect(screen.getByRole('link', { name: texts.show })).toHaveAttribute('href', '/property-search')
    const [close = document.body] = screen.getAllByRole('button', { name: 'Close' })
    await app.user.click(close)
    await waitFor(() => expect(app.address()).toBe(page))
  })

  it('that stopped says why; one that is not there says so', async () => {
    answer('get', `${path}/5`, () => HttpResponse.json(aListingImport({ state: 'failed', problem: 'The file breaks off.', refused: 0 })))
    renderApp(`${page}?import=5`, { user })
    expect(await screen.findByText(texts.stopped)).toBeVisible()
    expect(screen.getByText(`The file breaks off. ${texts.stays}`)).toBeVisible()
    cleanup()
    answer('get', `${path}/7`, () => problem(404, { reason: 'IMPORT_NOT_FOUND' }))
    renderApp(`${page}?import=7`, { user })
    expect(await screen.findByText(texts.gone)).toBeVisible()
  })
})

test('a file is known by its name, and fills what is not typed', () => {
  expect(['77.BLM', 'feed.xml', 'zoopla-1.json', 'rtdf.json', 'propertydata.json', 'other.json', 'pp-2024.csv', 'homes.csv', 'notes.txt'].map(formatOf)).toEqual(['blm', 'jupix', 'zoopla', 'rtdf', 'propertydata', '', 'ppd', 'csv', ''])
  expect(withFormat(noUpload, 'zoopla').source).toBe('Zoopla')
  expect(withFormat({ ...noUpload, source: 'Zoopla' }, 'csv').source).toBe('')
  expect(withFormat({ ...noUpload, source: 'Harper & Lane' }, 'blm').source).toBe('Harper & Lane')
  expect([sizeOf(12), sizeOf(2_048), sizeOf(40_960), sizeOf(13_000_000)]).toEqual(['12 bytes', '2.0 KB', '40 KB', '12.4 MB'])
})

test('what is wrong with an upload', () => {
  const sized = (size: number) => Object.defineProperty(new File(['x'], 'homes.csv'), 'size', { value: size })
  const whole = { file: sized(10), format: 'csv', source: 'Harper & Lane' } as const
  expect(uploadMistakes(whole)).toEqual({})
  expect(uploadMistakes({ ...whole, file: sized(0) })).toEqual({ file: texts.fileEmpty })
  expect(uploadMistakes({ ...whole, file: sized(largestFile) })).toEqual({})
  expect(uploadMistakes({ ...whole, file: sized(largestFile + 1) })).toEqual({ file: texts.fileTooLarge })
  expect(uploadMistakes({ ...whole, source: ' ' })).toEqual({ source: texts.sourceRequired })
  expect(uploadMistakes({ ...whole, source: 'x'.repeat(51) })).toEqual({ source: texts.sourceRequired })
})
