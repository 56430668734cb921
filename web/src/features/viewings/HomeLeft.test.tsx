import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { setViewport } from '@/test/browser'
import { aUser } from '@/test/factories'
import { renderApp } from '@/test/renderApp'
import { answer } from '@/test/server'
import { aViewing } from '@/test/viewingFactories'
import { viewings as texts } from './messages'

it.each([1440, 360])('a viewing of a property that left says why it is cancelled, at %i px', async (width) => {
  setViewport({ width })
  answer('get', '/api/property-viewings', () => HttpResponse.json([aViewing({ status: 'Cancelled', homeLeft: true }), aViewing({ id: 62, status: 'Cancelled', viewerName: 'Noah Petrov' })]))
  renderApp('/property-viewings?tab=cancelled', { user: aUser() })
  expect(await screen.findByRole('article', { name: 'Priyanka Shah' })).toHaveTextContent(texts.homeLeft)
  expect(screen.getByRole('article', { name: 'Noah Petrov' })).not.toHaveTextContent(texts.homeLeft)
})
