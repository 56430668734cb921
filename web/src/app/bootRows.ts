import type { Property } from '@/api/properties'

/** Where rows stand instead of cards: theme/tokens' breakpoint, which this small file does not wait for. */
const mobile = '(max-width: 767.95px)'
/** So many have room under the head of a phone's portfolio. */
const most = 3

/**
 * Shows the portfolio's first properties where a phone will have them, as soon as the list that was asked for ahead is there:
 * their owner sees them while the libraries are still on their way. Of what fails the page itself tells.
 */
export async function showBootRows(list: Promise<Response>): Promise<void> {
  if (!matchMedia(mobile).matches) return
  const reply = await list.catch(() => undefined)
  if (reply?.ok !== true) return
  // A copy: the reply is for the page.
  const properties = (await reply.clone().json()) as Property[]
  const boot = document.querySelector<HTMLElement>('.boot')
  if (boot === null || properties.length === 0) return
  const rows = element('ul', 'boot-rows')
  // They are read out when they come to stay.
  rows.ariaHidden = 'true'
  rows.append(...properties.slice(0, most).map(rowOf))
  boot.dataset.rows = ''
  boot.append(rows)
}

function rowOf({ name, address, postcode, photos }: Property): HTMLElement {
  const row = element('li')
  const text = element('div')
  text.append(element('b', undefined, name), element('p', undefined, `${address} ${postcode.replaceAll(' ', '\u00a0')}`))
  row.append(pictureOf(photos[0]), text)
  return row
}

function pictureOf(photo: string | undefined): HTMLElement {
  if (photo === undefined) return element('i')
  const picture = new Image(84, 84)
  picture.alt = ''
  picture.decoding = 'sync'
  picture.src = `${photo}?size=thumb`
  return picture
}

function element(tag: string, className?: string, text?: string): HTMLElement {
  const made = document.createElement(tag)
  if (className !== undefined) made.className = className
  if (text !== undefined) made.textContent = text
  return made
}
