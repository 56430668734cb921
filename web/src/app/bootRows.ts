import type { Property } from '@/api/properties'

/** Where rows stand instead of cards: theme/tokens' breakpoint, which this small file does not wait for. */
const mobile = '(width < 768px)'
/** So many have room under the head of a phone's portfolio. */
const most = 3

/**
 * Shows the portfolio's first properties where a phone will have them, as soon as the list that was asked for ahead is there:
 * their owner sees them while the libraries are still on their way. Rejects where there is no list; the page itself tells of that.
 */
export async function showBootRows(list: Promise<Response>): Promise<void> {
  if (!matchMedia(mobile).matches) return
  // A copy: the reply is for the page.
  const properties = (await (await list).clone().json()) as Property[]
  const rows = element('div', ...properties.slice(0, most).map(rowOf))
  rows.className = 'boot-rows'
  // They are read out when they come to stay.
  rows.ariaHidden = 'true'
  document.querySelector('.boot')?.append(rows)
}

function rowOf({ name, address, postcode, photos }: Property): HTMLElement {
  const picture = new Image(84, 84)
  // Without a photo its drawing comes with the page; an image of nothing would be a grey line around nothing.
  if (photos[0]) picture.src = `${photos[0]}?size=thumb`
  else picture.style.opacity = '0'
  return element('div', picture, element('div', element('b', name), `${address} ${postcode.replace(' ', '\u00a0')}`))
}

function element(tag: string, ...content: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag)
  made.append(...content)
  return made
}
