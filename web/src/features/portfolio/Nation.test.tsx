import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, it } from 'vitest'
import type { Property } from '@/api/properties'
import { common } from '@/lib/messages'
import { aProperty, aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { details } from './details/messages'
import { editForm } from './edit/messages'
import { addForm } from './form.messages'
import { nationTexts as texts } from './nation.messages'

const user = aUser()
const border = { postcode: 'CH4 0AA', nation: 'England', nationToConfirm: true, otherNation: 'Wales' } as const
const question = 'Homes in CH4 lie in England or in Wales. Which law applies to this one?'

let asked: ReturnType<typeof answer>

/** Proposes the nation of CH4, and England for everything else. */
const proposals = () =>
  answer('get', '/api/properties/nation', (count) => {
    const postcode = asked.queries[count - 1]?.postcode ?? ''
    if (postcode.startsWith('IM')) return HttpResponse.json({ nation: null, otherNation: null, reason: 'It lies outside the United Kingdom.' })
    const otherNation = postcode.startsWith('CH4') ? 'Wales' : null
    return HttpResponse.json({ nation: 'England', otherNation, reason: null })
  })

async function add() {
  asked = proposals()
  const app = renderApp('/portfolio?add=property', { user })
  const dialog = within(await screen.findByRole('dialog', { name: addForm.title }))
  const put = async (label: string, text: string) => {
    const field = dialog.getByLabelText(label)
    await app.user.clear(field)
    await app.user.click(field)
    await app.user.paste(text)
  }
  await put(addForm.name, 'Border House')
  await put(addForm.address, '1 Border Road')
  await app.user.selectOptions(dialog.getByLabelText(addForm.type), 'House')
  const retype = (postcode: string) => put(addForm.postcode, postcode)
  return { ...app, dialog, retype, nation: dialog.getByLabelText(texts.label) }
}

async function open(property: Property) {
  asked = proposals()
  answer('get', '/api/properties', () => HttpResponse.json([property]))
  answer('get', '/api/properties/42', () => HttpResponse.json(property))
  const app = renderApp('/portfolio/42', { user })
  const dialog = within(await screen.findByRole('dialog', { name: new RegExp(property.name) }))
  return { ...app, dialog }
}

async function edit(property: Property) {
  const app = await open(property)
  await app.user.click(app.dialog.getByRole('button', { name: details.edit }))
  const nation = await app.dialog.findByLabelText(texts.label)
  return { ...app, nation, save: () => app.user.click(app.dialog.getByRole('button', { name: editForm.save })) }
}

const patched = () => answer('patch', '/api/properties/42', () => HttpResponse.json(aProperty({ version: 2 })))

describe('a new property', () => {
  it('says what its postcode proposes, and sends no nation of its own', async () => {
    const sent = answer('post', '/api/properties', () => HttpResponse.json(aProperty(), { status: 201 }))
    const { user: hands, dialog, retype, nation } = await add()
    expect(nation).toHaveDisplayValue('By the postcode')
    await retype('M21 9QJ')
    await waitFor(() => expect(nation).toHaveDisplayValue('England, by the postcode'))
    await hands.click(dialog.getByRole('button', { name: addForm.submit }))
    await waitFor(() => expect(sent.bodies).toHaveLength(1))
    expect(sent.bodies[0]).not.toHaveProperty('nation')
  })

  it('asks in a district of two nations, and proposes the more frequent one', async () => {
    const sent = answer('post', '/api/properties', () => HttpResponse.json(aProperty(), { status: 201 }))
    const { user: hands, dialog, retype, nation } = await add()
    await retype('ch4 0aa')
    await waitFor(() => expect(nation).toHaveValue('England'))
    expect(nation).toHaveAccessibleDescription(question)
    await hands.selectOptions(nation, 'Wales')
    await hands.click(dialog.getByRole('button', { name: addForm.submit }))
    await waitFor(() => expect(sent.bodies).toEqual([expect.objectContaining({ postcode: 'ch4 0aa', nation: 'Wales' })]))
  })

  it('forgets the answer with another postcode, and says why a place is none', async () => {
    const { user: hands, dialog, retype, nation } = await add()
    await retype('CH4 0AA')
    await waitFor(() => expect(nation).toHaveValue('England'))
    await hands.selectOptions(nation, 'Wales')
    await retype('M21 9QJ')
    await waitFor(() => expect(nation).toHaveDisplayValue('England, by the postcode'))
    await retype('IM1 1AA')
    await waitFor(() => expect(dialog.getByLabelText(addForm.postcode)).toHaveAccessibleDescription('It lies outside the United Kingdom.'))
  })
})

describe('an edited property', () => {
  it('keeps an open question open until somebody answers it', async () => {
    const { user: hands, dialog, nation, save } = await edit(aProperty(border))
    await waitFor(() => expect(nation).toHaveDisplayValue('Not said yet, taken for England'))
    expect(nation).toHaveAccessibleDescription(question)
    const sent = patched()
    expect(dialog.getByRole('button', { name: editForm.save })).toBeDisabled()
    await hands.selectOptions(nation, 'England')
    await save()
    await waitFor(() => expect(sent.bodies).toEqual([{ nation: 'England' }]))
  })

  it('shows the effects of another nation on a tenancy before sending', async () => {
    const { user: hands, nation, save } = await edit(aProperty({ tenancyActive: true }))
    const sent = patched()
    await hands.selectOptions(nation, 'Wales')
    await save()
    const asking = within(await screen.findByRole('alertdialog', { name: texts.confirmTitle('Wales') }))
    expect(asking.getByText(texts.confirmText)).toBeVisible()
    expect(texts.confirmText).toContain('Nothing that is signed changes.')
    expect(sent.bodies).toEqual([])
    await hands.click(asking.getByRole('button', { name: texts.confirm('Wales') }))
    await waitFor(() => expect(sent.bodies).toEqual([{ nation: 'Wales' }]))
  })

  it('gets back the nation that is saved with the postcode that is saved', async () => {
    const { user: hands, dialog, nation } = await edit(aProperty({ ...border, nation: 'Wales', nationToConfirm: false, otherNation: 'England' }))
    expect(nation).toHaveValue('Wales')
    const postcode = dialog.getByLabelText(addForm.postcode)
    await hands.clear(postcode)
    await hands.click(postcode)
    await hands.paste('M21 9QJ')
    await waitFor(() => expect(nation).toHaveDisplayValue('England, by the postcode'))
    await hands.clear(postcode)
    await hands.click(postcode)
    await hands.paste('CH4 0AA')
    await waitFor(() => expect(nation).toHaveValue('Wales'))
  })
})

describe('the prompt on a property', () => {
  it('asks with both nations and keeps the answer', async () => {
    const { user: hands, dialog } = await open(aProperty(border))
    expect(dialog.getByText(texts.promptTitle)).toBeVisible()
    const sent = patched()
    answer('get', '/api/properties/42', () => HttpResponse.json(aProperty({ version: 2 })))
    await hands.click(dialog.getByRole('button', { name: 'It is in Wales' }))
    await waitFor(() => expect(sent.bodies).toEqual([{ nation: 'Wales' }]))
    expect(sent.headers[0]?.get('if-match')).toBe('"1"')
    expect(await screen.findByText(texts.saved('Wales'))).toBeVisible()
    expect(screen.queryByText(texts.promptTitle)).toBeNull()
  })

  it('asks again where a tenancy is in force, but not for the chosen nation', async () => {
    const { user: hands, dialog } = await open(aProperty({ ...border, tenancyActive: true }))
    const sent = answer('patch', '/api/properties/42', () => problem(503))
    await hands.click(dialog.getByRole('button', { name: 'It is in Wales' }))
    const asking = within(await screen.findByRole('alertdialog'))
    await hands.click(asking.getByRole('button', { name: common.cancel }))
    expect(sent.bodies).toEqual([])
    await hands.click(dialog.getByRole('button', { name: 'It is in England' }))
    await waitFor(() => expect(sent.bodies).toEqual([{ nation: 'England' }]))
    expect(await screen.findByText(texts.failed)).toBeVisible()
  })

  it('is not there where nothing is to be asked, and the nation is', async () => {
    const { dialog } = await open(aProperty({ nation: 'Scotland' }))
    expect(dialog.queryByText(texts.promptTitle)).toBeNull()
    expect(dialog.getByText(texts.label, { selector: 'dt' }).nextElementSibling).toHaveTextContent('Scotland')
  })
})
