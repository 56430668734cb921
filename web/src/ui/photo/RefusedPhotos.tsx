import { photoTexts as texts } from '@/lib/photos'
import { InfoPanel } from '../InfoPanel'
import type { Refusal } from './reduce'

/** Returns what is to be done about a photo that cannot be sent. */
export const refusalText = ({ name, reason }: Refusal): string => texts.refusals[reason](name)

/** Says which photos cannot be sent, before anything is. */
export function RefusedPhotos({ refused }: { refused: readonly Refusal[] }) {
  if (refused.length === 0) return null
  return (
    <div role="alert" style={{ marginTop: 10 }}>
      <InfoPanel
        tone="danger"
        title={texts.refused(refused.length)}
        text={refused.map((refusal, index) => (
          <p key={index}>{refusalText(refusal)}</p>
        ))}
      />
    </div>
  )
}
