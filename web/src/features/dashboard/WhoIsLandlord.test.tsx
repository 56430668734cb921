import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { landlordDetails } from '@/lib/paths'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { dashboard } from './messages'
import { landlord as texts } from './landlord.messages'

const none = { kind: null, names: [], companyNumber: null, tradingAs: null, noticeAddress: null, contactName: null, contactPhone: null, contactEmail: null, version: 4 }

beforeEach(() => localStorage.removeItem('lintel-landlord-later-1-3'))

it('asks who the landlord is until somebody says so or puts it off', async () => {
  answer('get', '/api/organisation/landlord', () => HttpResponse.json(none))
  const user = aUser()
  const app = renderApp('/', { user })
  expect(await screen.findByText(texts.text)).toBeVisible()
  expect(screen.getByRole('link', { name: texts.add })).toHaveAttribute('href', landlordDetails)
  await app.user.click(screen.getByRole('button', { name: texts.later }))
  expect(screen.queryByText(texts.text)).toBeNull()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('lintel-landlord-later'))).toHaveLength(1)
  for (const key of Object.keys(localStorage)) if (key.startsWith('lintel-landlord-later')) localStorage.removeItem(key)
})

it('asks nobody where the details are given', async () => {
  answer('get', '/api/organisation/landlord', () => HttpResponse.json({ ...none, kind: 'person', names: ['Helen Okafor'] }))
  renderApp('/', { user: aUser() })
  expect(await screen.findByRole('heading', { name: dashboard.title })).toBeVisible()
  expect(screen.queryByText(texts.text)).toBeNull()
})
