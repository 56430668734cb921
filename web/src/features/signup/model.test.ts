import { describe, expect, it } from 'vitest'
import { homeTexts } from '@/lib/homes'
import { aDraft, anInvite } from '@/test/applicationFactories'
import { mistakes } from './messages'
import { answerMistakes, answersOf, draftBody, firstOpenStep, isSameDraft, preselected, signupBody, stepOf, stepWith, type Answers } from './model'

const { properties: homes } = anInvite()
const today = '2026-11-20'

const full: Answers = {
  name: 'Tom Hargreaves',
  email: 'tom@mail.example',
  phone: '020 7946 0184',
  address: '19 Sedgefield Road',
  propertyId: '12',
  roomId: '4',
  employmentStatus: 'full-time',
  employerName: 'Severn Analytics Ltd',
  employerPhone: '0117 496 0182',
  employerEmail: 'people@severn.example',
  position: 'Data analyst',
  monthlyIncome: '£2,150',
  guarantorName: 'Judith Hargreaves',
  guarantorPhone: '020 7946 0734',
  guarantorEmail: 'judith@mail.example',
  guarantorRelationship: 'parent',
  moveInDate: { day: '1', month: '12', year: '2026' },
  additionalNotes: ' ',
}

describe('the answers', () => {
  it('are right when all are given', () => {
    expect(answerMistakes(full, homes, today)).toEqual({})
  })

  it.each<[Partial<Answers>, Partial<Record<keyof Answers, string>>]>([
    [{ name: ' T ' }, { name: 'Full name is required' }],
    [{ email: 'tom' }, { email: 'Valid email is required' }],
    [{ phone: '020 7946' }, { phone: 'Valid phone number is required' }],
    [{ address: '19 S' }, { address: 'Current address is required' }],
    [{ propertyId: '' }, { propertyId: 'Please select a property' }],
    [{ roomId: '' }, { roomId: homeTexts.roomRequired }],
    // A room of another home is none of this one.
    [{ roomId: '77' }, { roomId: homeTexts.roomRequired }],
    [{ propertyId: '9', roomId: '' }, {}],
    [{ monthlyIncome: 'a lot' }, { monthlyIncome: mistakes.monthlyIncome }],
    [{ monthlyIncome: '0' }, {}],
    [{ moveInDate: { day: '31', month: '2', year: '2027' } }, { moveInDate: mistakes.moveInDate }],
    [{ moveInDate: { day: '19', month: '11', year: '2026' } }, { moveInDate: mistakes.moveInPast }],
    [{ moveInDate: { day: '20', month: '11', year: '2026' } }, {}],
  ])('%o have the mistakes %o', (changes, expected) => {
    expect(answerMistakes({ ...full, ...changes }, homes, today)).toEqual(expected)
  })

  it('are sent as the call takes them', () => {
    expect(signupBody(full, homes, 'token')).toEqual({
      invite: 'token',
      name: 'Tom Hargreaves',
      email: 'tom@mail.example',
      phone: '020 7946 0184',
      address: '19 Sedgefield Road',
      propertyId: 12,
      roomNumber: '4',
      employmentStatus: 'full-time',
      employerName: 'Severn Analytics Ltd',
      employerPhone: '0117 496 0182',
      employerEmail: 'people@severn.example',
      position: 'Data analyst',
      monthlyIncome: '2150.00',
      guarantorName: 'Judith Hargreaves',
      guarantorPhone: '020 7946 0734',
      guarantorEmail: 'judith@mail.example',
      guarantorRelationship: 'parent',
      moveInDate: '2026-12-01',
    })
    expect(signupBody({ ...full, propertyId: '9', additionalNotes: 'Hello' }, homes, 'token')).not.toHaveProperty('roomNumber')
  })

  it('are kept half-filled without what cannot be read yet', () => {
    const half = draftBody({ ...full, monthlyIncome: '2,1x', moveInDate: { day: '1', month: '', year: '' } }, homes, 5)
    expect(half).toMatchObject({ name: 'Tom Hargreaves', propertyId: 12, roomNumber: '4', monthlyIncome: null, moveInDate: null, additionalNotes: null, step: 4 })
  })
})

describe('a draft', () => {
  it('comes back as it was typed', () => {
    const chosen = { propertyId: '9', roomId: '' }
    const answers = answersOf(aDraft({ monthlyIncome: '2150.00', moveInDate: '2026-12-01' }), homes, chosen)
    expect(answers).toMatchObject({ propertyId: '12', roomId: '6', monthlyIncome: '2,150.00', moveInDate: { day: '1', month: '12', year: '2026' }, position: '' })
  })

  it('of a home that has been let gets the one of the link', () => {
    expect(answersOf(aDraft({ propertyId: 77 }), homes, { propertyId: '9', roomId: '' })).toMatchObject({ propertyId: '9', roomId: '' })
  })

  it('is the same if a reply was lost, another if somebody changed it', () => {
    const sent = draftBody(full, homes, 2)
    const kept = { ...aDraft(), ...sent, version: 6, step: 2 }
    expect(isSameDraft(kept, sent)).toBe(true)
    expect(isSameDraft({ ...kept, name: 'Thomas' }, sent)).toBe(false)
  })
})

describe('the steps', () => {
  it('lead no further than what is filled in', () => {
    const none = answerMistakes({ ...full, name: '' }, homes, today)
    expect(stepOf('4', none)).toBe(1)
    expect(stepOf('3', {})).toBe(3)
    expect(stepOf('9', {})).toBe(4)
    expect(stepOf('x', {})).toBe(1)
    expect(stepOf('0', {})).toBe(1)
    expect(firstOpenStep({})).toBe(5)
    expect(firstOpenStep({ position: 'x' })).toBe(3)
  })

  it('are found by their answers', () => {
    expect(stepWith(['roomId'])).toBe(2)
    expect(stepWith(['moveInDate', 'email'])).toBe(1)
    expect(stepWith(['invite'])).toBe(4)
  })
})

describe('what is chosen at first', () => {
  it.each([
    ['the address', { propertyId: '9', roomId: null }, { propertyId: '9', roomId: '' }],
    ['the link', { propertyId: null, roomId: null }, { propertyId: '12', roomId: '4' }],
    ['the room of the address', { propertyId: '12', roomId: '6' }, { propertyId: '12', roomId: '6' }],
    ['the link, where the address names what is let', { propertyId: '99', roomId: '1' }, { propertyId: '12', roomId: '4' }],
  ])('comes from %s', (_, wanted, expected) => {
    expect(preselected(homes, wanted, anInvite())).toEqual(expected)
  })

  it('is nothing where the link names none', () => {
    expect(preselected(homes, { propertyId: null, roomId: null }, { propertyId: null, roomId: null })).toEqual({ propertyId: '', roomId: '' })
  })

  it('is an only room', () => {
    const [house] = homes
    const one = house === undefined ? [] : [{ ...house, rooms: house.rooms.slice(0, 1) }]
    expect(preselected(one, { propertyId: '12', roomId: null }, { propertyId: null, roomId: null })).toEqual({ propertyId: '12', roomId: '4' })
  })
})
