import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Schema } from '@/api/client'
import { emptyFile } from '@/lib/emptyFile'
import { common } from '@/lib/messages'
import { Stream } from '@/test/browser'
import { aProperty, aUser, someAnalytics } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem, server } from '@/test/server'
import { portfolio } from '../messages'
import { csv } from './messages'

const user = aUser()

function anImport(changes: Partial<Schema<'PropertyImport'>> = {}): Schema<'PropertyImport'> {
  return {
    id: 9,
    fileName: 'terrace.csv',
    state: 'Checked',
    rows: 200,
    imported: 0,
    problemCount: 0,
    problems: [],
    createdAt: '2026-11-21T19:00:00Z',
    version: 1,
    ...changes,
  }
}

const someProblems = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ line: index + 2, column: 'Postcode', message: `Enter a postcode, line ${String(index + 2)}.` }))

/** The saved files, by name. */
let saved: Record<string, Blob>

beforeEach(() => {
  answer('get', '/api/properties', () => HttpResponse.json([aProperty()], { headers: { 'lintel-total-count': '1' } }))
  saved = {}
  let last = new Blob()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => ((last = blob), 'blob:x'), revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved[this.download] = last
  })
})

/** The dialog at an address of the portfolio. */
async function open(address: string) {
  const app = renderApp(address, { user })
  const dialog = within(await screen.findByRole('dialog'))
  const choose = (file: File) => fireEvent.change(dialog.getByLabelText(csv.file), { target: { files: [file] } })
  const press = async (name: string) => app.user.click(await dialog.findByRole('button', { name }))
  return { ...app, dialog, choose, press }
}

const file = (name = 'terrace.csv') => new File(['Name'], name, { type: 'text/csv' })
const changed = (version: number) => Stream.open?.say('changed', JSON.stringify({ resource: 'property-imports', id: 9, version }))

describe('an import', () => {
  it('is checked, says what it would add, runs with its progress and ends', async () => {
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics({ activeProperties: 12 })))
    const sent: Headers[] = []
    server.use(
      http.post('*/api/property-imports', ({ request }) => {
        sent.push(request.headers)
        return HttpResponse.json(anImport(), { status: 201 })
      }),
    )
    const app = await open('/portfolio?type=House&csv=new')
    app.choose(file())
    expect(await app.dialog.findByText(csv.ready)).toBeVisible()
    expect(sent[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(sent[0]?.get('content-type')).toMatch('multipart/form-data')
    expect(app.address()).toBe('/portfolio?type=House&csv=9')
    expect(await app.dialog.findByText('212')).toBeVisible()

    const begun = answer('post', '/api/property-imports/9/apply', () => HttpResponse.json(anImport({ state: 'Importing', version: 2 }), { status: 202 }))
    await app.press(csv.start('200 properties'))
    expect(await app.dialog.findByRole('progressbar', { name: csv.importing('0', '200 properties') })).toBeVisible()
    expect(begun.headers[0]?.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)

    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ state: 'Importing', imported: 150, version: 3 })))
    changed(3)
    expect(await app.dialog.findByRole('progressbar', { name: csv.importing('150', '200 properties') })).toHaveAttribute('aria-valuenow', '75')
    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ state: 'Imported', imported: 200, version: 4 })))
    changed(4)
    expect(await app.dialog.findByText(csv.doneText('200 properties'))).toBeVisible()
    await app.user.click(app.dialog.getByRole('link', { name: csv.show }))
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
  })

  it('whose dialog was closed tells how it ended, wherever one is by then', async () => {
    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ state: 'Importing', imported: 50, version: 3 })))
    const app = await open('/portfolio?csv=9')
    expect(await app.dialog.findByText(csv.importingText)).toBeVisible()
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
    await app.visit('/sold-properties')
    const asked = answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ state: 'Importing', imported: 150, version: 4 })))
    changed(4)
    await waitFor(() => expect(asked.headers).toHaveLength(1))
    expect(screen.queryByText(csv.done)).toBeNull()
    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ state: 'Imported', imported: 200, version: 5 })))
    changed(5)
    expect(await screen.findByText(csv.done)).toBeVisible()
    expect(screen.getByText(csv.doneText('200 properties'))).toBeVisible()
    // It is over: whoever changes it from now on is not asked about.
    const after = answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ state: 'Imported', imported: 200, version: 6 })))
    const list = answer('get', '/api/sold-properties', () => HttpResponse.json([]))
    changed(6)
    Stream.open?.say('changed', JSON.stringify({ resource: 'sold-properties', id: 1, version: 1 }))
    // The page may ask for other reasons as well.
    await waitFor(() => expect(list.headers).not.toHaveLength(0))
    expect(after.headers).toEqual([])
  })

  it('whose dialog was closed tells that and why it stopped', async () => {
    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ state: 'Importing', imported: 50, version: 3 })))
    const app = await open('/portfolio?csv=9')
    expect(await app.dialog.findByText(csv.importingText)).toBeVisible()
    await app.user.keyboard('{Escape}')
    await waitFor(() => expect(app.address()).toBe('/portfolio'))
    const problems = [{ line: 152, column: 'Address', message: 'It is in your portfolio already.' }]
    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ state: 'Failed', imported: 150, problemCount: 1, problems, version: 4 })))
    changed(4)
    expect(await screen.findByText(csv.failed)).toBeVisible()
    expect(screen.getByText('150 of 200 properties were added and stay. Line 152: It is in your portfolio already.')).toBeVisible()
  })

  it('names line and column of what is wrong, and saves the list', async () => {
    const problems = [...someProblems(1), { line: 0, column: '', message: 'The column Rent is missing.' }, { line: 4, column: '', message: 'Twice.' }]
    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ problemCount: 1200, problems })))
    const app = await open('/portfolio?csv=9')
    expect(await app.dialog.findByText(csv.problems('1,200 problems'))).toBeVisible()
    const rows = app.dialog.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
    expect(rows).toEqual([
      [csv.line, csv.column, csv.message],
      ['2', 'Postcode', 'Enter a postcode, line 2.'],
      [csv.wholeFile, '', 'The column Rent is missing.'],
      ['4', csv.wholeLine, 'Twice.'],
    ])
    expect(app.dialog.getByText(csv.first('3', '1,200'))).toBeVisible()
    expect(app.dialog.queryByRole('button', { name: /^Import/ })).toBeNull()
    await app.press(csv.report)
    expect(await saved['import-problems.csv']?.text()).toContain('\r\n2,Postcode,"Enter a postcode, line 2."\r\n')
    await app.press(csv.another)
    expect(app.address()).toBe('/portfolio?csv=new')
  })

  it('has only the lines near the window in a long list of problems', async () => {
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(380)
    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ problemCount: 500, problems: someProblems(500) })))
    const { dialog } = await open('/portfolio?csv=9')
    expect(await dialog.findByText('Enter a postcode, line 2.')).toBeVisible()
    expect(dialog.getByRole('table')).toHaveAttribute('aria-rowcount', '501')
    expect(dialog.getAllByRole('row').length).toBeLessThan(100)
  })

  it('that is there again after a reload goes on where it is', async () => {
    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ state: 'Importing', imported: 50, version: 3 })))
    const { dialog } = await open('/portfolio?csv=9')
    expect(await dialog.findByText(csv.importingText)).toBeVisible()
    expect(dialog.queryByRole('button', { name: csv.another })).toBeNull()
  })

  it('that somebody else has started is shown as it is', async () => {
    answer('get', '/api/property-imports/9', (count) =>
      HttpResponse.json(count === 1 ? anImport() : anImport({ state: 'Importing', imported: 20, version: 3 })),
    )
    answer('post', '/api/property-imports/9/apply', () => problem(409, { reason: 'IMPORT_ALREADY_APPLIED' }))
    const app = await open('/portfolio?csv=9')
    await app.press(csv.start('200 properties'))
    expect(await app.dialog.findByText(csv.startedElsewhere)).toBeVisible()
    expect(await app.dialog.findByRole('progressbar')).toBeVisible()
  })

  it('that cannot be started says why', async () => {
    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport()))
    answer('post', '/api/property-imports/9/apply', () => problem(503, { detail: 'Come back in a minute.' }))
    const app = await open('/portfolio?csv=9')
    await app.press(csv.start('200 properties'))
    expect(await app.dialog.findByText('Come back in a minute.')).toBeVisible()
  })

  it('that stopped says how many were added', async () => {
    answer('get', '/api/property-imports/9', () => HttpResponse.json(anImport({ state: 'Failed', imported: 150, problemCount: 1, problems: someProblems(1) })))
    const { dialog } = await open('/portfolio?csv=9')
    expect(await dialog.findByText(csv.failedText('150', '200 properties'))).toBeVisible()
    expect(dialog.getByText('Enter a postcode, line 2.')).toBeVisible()
  })

  it.each([
    [() => HttpResponse.json(anImport({ rows: 0, fileName: '' })), csv.nothing],
    [() => problem(404), csv.gone],
    [() => problem(403, { detail: 'No.' }), common.couldNotLoad(csv.loading)],
  ])('says so when there is nothing to import', async (reply, text) => {
    answer('get', '/api/property-imports/9', reply)
    const { dialog } = await open('/portfolio?csv=9')
    expect(await dialog.findByText(text)).toBeVisible()
    expect(dialog.getByRole('button', { name: csv.another })).toBeVisible()
  })

  it('sends no file that is not CSV or too large, and shows server mistakes', async () => {
    const app = await open('/portfolio?csv=new')
    app.choose(file('terrace.xlsx'))
    expect(await app.dialog.findByText(csv.notCsv)).toBeVisible()
    app.choose(Object.defineProperty(file(), 'size', { value: 11 * 1024 * 1024 }))
    expect(await app.dialog.findByText(csv.tooLarge)).toBeVisible()
    app.choose(Object.defineProperty(file(), 'size', { value: 0 }))
    expect(await app.dialog.findByText(emptyFile.title)).toBeVisible()
    server.use(http.post('*/api/property-imports', () => problem(422, { detail: 'Line 7 is longer than 64 kB.' })))
    app.choose(file())
    expect(await app.dialog.findByText('Line 7 is longer than 64 kB.')).toBeVisible()
  })

  it('begins with a template', async () => {
    answer('get', '/api/property-imports/template', () => new HttpResponse('Name,Address\r\n', { headers: { 'content-type': 'text/csv' } }))
    const app = await open('/portfolio?csv=new')
    await app.press(csv.template)
    await waitFor(() => expect(saved['properties-template.csv']?.size).toBe(14))
    answer('get', '/api/property-imports/template', () => problem(503))
    await app.press(csv.template)
    expect(await app.dialog.findByText(csv.templateFailed)).toBeVisible()
  })
})

describe('an export', () => {
  const content = '\ufeff"Name"\r\n"Wharf\nLane"\r\n"Mercer Row"\r\n'
  const asCsv = (text: string) => new HttpResponse(text, { headers: { 'content-type': 'text/csv', 'lintel-total-count': '2' } })

  it('holds what the list shows', async () => {
    const asked = answer('get', '/api/properties/export', () => asCsv(content))
    const app = renderApp('/portfolio?search=w&status=Vacant&sort=-rent', { user })
    await app.user.click(await screen.findByRole('link', { name: portfolio.transfer }))
    const dialog = within(await screen.findByRole('dialog', { name: csv.title }))
    expect(await dialog.findByText(csv.exportFound('1 property', '“w”, Vacant'))).toBeVisible()
    await app.user.click(dialog.getByRole('button', { name: csv.export }))
    expect(await dialog.findByText(csv.exportDone('2 properties'))).toBeVisible()
    expect(asked.queries).toEqual([{ search: 'w', status: 'Vacant', sort: '-rent' }])
    expect(saved['properties.csv']?.size).toBe(new TextEncoder().encode(content).length)
    for (const close of dialog.getAllByRole('button', { name: common.close }).slice(1)) await app.user.click(close)
    await waitFor(() => expect(app.address()).toBe('/portfolio?search=w&status=Vacant&sort=-rent'))
  })

  it('that breaks off saves nothing; one that is stopped says nothing', async () => {
    const broken = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('"Name"\r\n"Wharf"\r\n'))
      },
      pull(controller) {
        controller.error(new Error('gone'))
      },
    })
    answer('get', '/api/properties/export', () => new HttpResponse(broken, { headers: { 'lintel-total-count': '2' } }))
    const app = await open('/portfolio?csv=new')
    await app.press(csv.export)
    expect(await app.dialog.findByText(csv.exportFailed)).toBeVisible()
    expect(saved).toEqual({})

    answer('get', '/api/properties/export', () => new Promise<Response>(() => undefined))
    await app.press(csv.export)
    await app.press(csv.stop)
    expect(await app.dialog.findByRole('button', { name: csv.export })).toBeVisible()
    expect(app.dialog.queryByText(csv.exportFailed)).toBeNull()
  })

  it('is not offered where there is nothing', async () => {
    answer('get', '/api/dashboard/analytics', () => HttpResponse.json(someAnalytics({ activeProperties: 0 })))
    answer('get', '/api/properties', () => HttpResponse.json([]))
    const { dialog } = await open('/portfolio?csv=new')
    expect(await dialog.findByRole('button', { name: csv.choose })).toBeVisible()
    await waitFor(() => expect(dialog.queryByRole('button', { name: csv.export })).toBeNull())
  })
})
