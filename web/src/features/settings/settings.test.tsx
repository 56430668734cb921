import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import type { Role } from '@/api/account'
import { common, errorPages } from '@/lib/messages'
import { unsaved } from '@/lib/unsaved'
import { aProperty, aUser, aUserWith, someSettings } from '@/test/factories'
import { setViewport } from '@/test/browser'
import { someWays } from '@/test/notificationFactories'
import { renderApp } from '@/test/renderApp'
import { answer, problem } from '@/test/server'
import { form, menu, notifications, profile, selects, switches } from './messages'
import { twoFactor } from './security/messages'

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const save = () => screen.getByRole('button', { name: form.save })

/** A server that keeps what it is sent, as the real one does. */
function keeping() {
  return answer('post', '/api/user-settings', () => HttpResponse.json({ ...someSettings(), ...(sent.bodies.at(-1) as object), version: 2 }))
}
let sent = { bodies: [] as unknown[] }

describe('the menu', () => {
  test('has four cards, each with its present state and its sub-page', async () => {
    renderApp('/settings', { user: aUser() })
    await heading('Settings')
    expect(await screen.findByText('Every 6 months, GBP, DD/MM/YYYY')).toBeVisible()
    const cards = screen.getAllByRole('link', { name: /Profile|Notifications|Property Settings|Security/ })
    expect(cards.map((card) => card.getAttribute('href'))).toEqual([
      '/settings/profile',
      '/settings/notifications',
      '/settings/property',
      '/settings/security',
    ])
    expect(await screen.findByText('Email and SMS')).toBeVisible()
    expect(screen.getByText(menu.twoFactorOff)).toBeVisible()
  })

  test('shows the members and the number of keys, and leads to its name', async () => {
    answer('get', '/api/members', () => HttpResponse.json([{ id: 7 }, { id: 8 }]))
    answer('get', '/api/api-keys', () => HttpResponse.json([]))
    renderApp('/settings', { user: aUser() })
    expect(await screen.findByText('2 people can open this portfolio')).toBeVisible()
    expect(await screen.findByText('No keys')).toBeVisible()
    const panel = within(screen.getByRole('region', { name: menu.organisation }))
    expect(panel.getByText('Okafor Lettings')).toBeVisible()
    expect(panel.getByRole('link', { name: menu.rename })).toHaveAttribute('href', '/settings/members?rename=organisation')
  })

  test('leads to a sub-page and back', async () => {
    const { user, address } = renderApp('/settings', { user: aUser() })
    await user.click(await screen.findByRole('link', { name: /^Notifications/ }))
    expect(await screen.findByRole('dialog', { name: 'Notifications' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await heading('Settings')
    expect(address()).toBe('/settings')
  })

  test('on a phone a sub-page stays within the frame', async () => {
    setViewport({ width: 360 })
    const { user } = renderApp('/settings/profile', { user: aUser() })
    await heading('Profile')
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getAllByRole('link', { name: 'Settings' })[0] ?? document.body)
    await heading('Settings')
  })

  test.each<[Role]>([['Tenant'], ['Employer'], ['Guarantor']])('of a %s holds what concerns them', async (role) => {
    const { visit } = renderApp('/settings', { user: aUserWith(role) })
    await heading('Settings')
    expect(await screen.findByText('GBP, DD/MM/YYYY')).toBeVisible()
    expect(screen.getByRole('link', { name: /^Display Settings/ })).toHaveAttribute('href', '/settings/property')
    await visit('/settings/property')
    expect(await screen.findByLabelText(selects.currency.name)).toBeVisible()
    expect(screen.queryByLabelText(selects.defaultInspectionFrequency.name)).toBeNull()
    await visit('/settings/security')
    expect(await screen.findByLabelText(selects.sessionTimeout.name)).toBeVisible()
    expect(screen.queryByLabelText(switches.dataBackup.name)).toBeNull()
  })

  test('that cannot be loaded says so', async () => {
    answer('get', '/api/user-settings', () => problem(400, { detail: 'No.' }))
    renderApp('/settings', { user: aUser() })
    expect(await screen.findByText(common.couldNotLoad(menu.what))).toBeVisible()
  })

  test('an address below it that is none is Page Not Found', async () => {
    renderApp('/settings/nowhere', { user: aUser() })
    await heading(errorPages.notFoundTitle)
  })
})

describe('the options and defaults of the specification', () => {
  test.each([
    ['property', selects.defaultInspectionFrequency.name, ['3', '6', '12'], '6'],
    ['property', selects.defaultReminderDays.name, ['7', '14', '30'], '14'],
    ['property', selects.currency.name, ['GBP', 'USD', 'EUR'], 'GBP'],
    ['property', selects.dateFormat.name, ['DD/MM/YYYY', 'MM/DD/YYYY', 'YYYY-MM-DD'], 'DD/MM/YYYY'],
    ['notifications', selects.digest.name, ['off', 'daily', 'weekly'], 'off'],
    ['security', selects.sessionTimeout.name, ['15', '30', '60', '120'], '30'],
  ])('%s: %s is one of %j', async (page, name, values, initial) => {
    renderApp(`/settings/${page}`, { user: aUser() })
    const select = await screen.findByLabelText<HTMLSelectElement>(name)
    expect([...select.options].map(({ value }) => value)).toEqual(values)
    expect(select).toHaveValue(initial)
  })

  const { emailNotifications, smsNotifications, pushNotifications, quietHours, maintenanceAlerts, rentReminders, certificateExpiry, inspectionReminders } = switches
  test.each([
    ['notifications', [emailNotifications, smsNotifications, maintenanceAlerts, rentReminders, certificateExpiry, inspectionReminders], [pushNotifications, quietHours]],
    ['property', [switches.autoRentCalculation], [switches.maintenanceAutoAssign]],
    ['security', [switches.loginNotifications, switches.dataBackup], [switches.passwordChangeRequired]],
  ])('%s: what is on and what is off', async (page, on, off) => {
    renderApp(`/settings/${page}`, { user: aUser() })
    expect(await screen.findByRole('switch', { name: on[0]?.name })).toBeVisible()
    for (const { name } of on) expect(screen.getByRole('switch', { name })).toBeChecked()
    for (const { name } of off) expect(screen.getByRole('switch', { name })).not.toBeChecked()
    const others = screen.queryAllByRole('switch', { name: twoFactor.label }).length
    // The mails to tenants are the organisation's.
    const tenants = page === 'notifications' ? (await screen.findAllByRole('button', { name: /^See the text: / })).length : 0
    expect(screen.getAllByRole('switch')).toHaveLength(on.length + off.length + others + tenants)
  })
})

test('an unavailable way shows as off, says why, and stays as saved', async () => {
  const whyNot = 'This installation has no SMS gateway.'
  answer('get', '/api/notification-ways', () => HttpResponse.json(someWays({ sms: { available: false, whyNot } })))
  sent = keeping()
  const { user, visit } = renderApp('/settings/notifications', { user: aUser() })
  expect(await screen.findByText(whyNot)).toBeVisible()
  const control = screen.getByRole('switch', { name: switches.smsNotifications.name })
  expect(control).toBeDisabled()
  expect(control).not.toBeChecked()
  await user.selectOptions(screen.getByLabelText(selects.digest.name), 'daily')
  await user.click(screen.getByRole('switch', { name: switches.quietHours.name }))
  expect(screen.getByLabelText(notifications.quietFrom.name)).toHaveValue('22:00')
  expect(screen.getByLabelText(notifications.quietUntil.name)).toHaveValue('07:00')
  await user.click(save())
  await screen.findByText(form.saved)
  expect(sent.bodies).toEqual([someSettings({ digest: 'daily', quietHours: true })])
  await visit('/settings')
  expect(await screen.findByText('Email', { exact: true })).toBeVisible()
})

describe('a save', () => {
  test('sends the settings whole, says so, and stays', async () => {
    sent = keeping()
    const { user, address } = renderApp('/settings/profile', { user: aUser() })
    const company = await screen.findByLabelText(profile.company.name)
    await user.type(company, 'Okafor Lettings')
    await user.click(save())
    expect(await screen.findByText('Settings saved')).toBeVisible()
    expect(sent.bodies).toEqual([someSettings({ company: 'Okafor Lettings' })])
    expect(address()).toBe('/settings/profile')
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    expect(await screen.findByText('Helen Okafor, Okafor Lettings'), 'nothing is unsaved any more').toBeVisible()
  })

  test('of a switch sends it, and the others as they were', async () => {
    sent = keeping()
    answer('get', '/api/user-settings', () => HttpResponse.json(someSettings({ maintenanceAutoAssign: true })))
    const { user } = renderApp('/settings/property', { user: aUser() })
    await user.click(await screen.findByRole('switch', { name: switches.autoRentCalculation.name }))
    await user.click(save())
    await screen.findByText('Settings saved')
    expect(sent.bodies).toEqual([someSettings({ maintenanceAutoAssign: true, autoRentCalculation: false })])
  })

  test('of currency and date format acts at once, everywhere', async () => {
    sent = keeping()
    answer('get', '/api/properties', () => HttpResponse.json([aProperty()]))
    const { user, visit } = renderApp('/portfolio', { user: aUser() })
    expect((await screen.findAllByText(/£1,475/)).length).toBeGreaterThan(0)
    await visit('/settings/property')
    await user.selectOptions(await screen.findByLabelText(selects.currency.name), 'EUR')
    await user.selectOptions(screen.getByLabelText(selects.dateFormat.name), 'YYYY-MM-DD')
    await user.click(save())
    await screen.findByText('Settings saved')
    await visit('/portfolio')
    expect((await screen.findAllByText(/€1,475/)).length).toBeGreaterThan(0)
    expect(screen.queryByText(/£1,475/)).toBeNull()
  })

  test('that fails says so as specified and keeps what was typed', async () => {
    answer('post', '/api/user-settings', () => problem(503, { detail: 'Restarting.' }))
    const { user } = renderApp('/settings/profile', { user: aUser() })
    await user.type(await screen.findByLabelText(profile.company.name), 'Okafor Lettings')
    await user.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent('ErrorFailed to save settings. Please try again.')
    expect(screen.getByLabelText(profile.company.name)).toHaveValue('Okafor Lettings')
  })

  test('that is refused names the field', async () => {
    answer('post', '/api/user-settings', () => problem(422, { errors: { email: ['Enter a valid email address.'] } }))
    const { user } = renderApp('/settings/profile', { user: aUser() })
    const email = await screen.findByLabelText(profile.email.name)
    await user.clear(email)
    await user.type(email, 'helen')
    await user.click(save())
    await waitFor(() => expect(email).toHaveAccessibleDescription(expect.stringContaining('Enter a valid email address.')))
    // All of it is listed first and leads to the fields.
    await user.click(await screen.findByRole('link', { name: 'Enter a valid email address.' }))
    expect(screen.getByText(common.thereIsAProblem)).toBeVisible()
    expect(email).toHaveFocus()
  })
})

describe('what is not saved', () => {
  test('is asked about before the page is left', async () => {
    const { user, address } = renderApp('/settings/profile', { user: aUser() })
    await user.type(await screen.findByLabelText(profile.company.name), 'Okafor')
    await user.click(screen.getByRole('link', { name: common.cancel }))
    const question = within(await screen.findByRole('alertdialog', { name: unsaved.title }))
    await user.click(question.getByRole('button', { name: unsaved.keep }))
    expect(screen.getByLabelText(profile.company.name)).toHaveValue('Okafor')
    expect(address()).toBe('/settings/profile')
    await user.keyboard('{Escape}')
    await user.click(within(await screen.findByRole('alertdialog', { name: unsaved.title })).getByRole('button', { name: unsaved.discard }))
    await heading('Settings')
  })
})

test('the theme is chosen for this device, at once', async () => {
  const { user } = renderApp('/settings', { user: aUser() })
  await user.click(await screen.findByRole('radio', { name: menu.schemes.dark }))
  expect(localStorage.getItem('lintel-scheme')).toBe('dark')
  expect(screen.getByRole('radio', { name: menu.schemes.dark })).toBeChecked()
})
