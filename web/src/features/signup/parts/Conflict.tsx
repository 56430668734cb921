import Button from '@mui/material/Button'
import { Notice } from '@/ui/Notice'
import { signup as texts } from '../messages'

/** The same form was filled in elsewhere: one of the two counts. */
export function Conflict({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) {
  return (
    <Notice
      title={texts.conflictTitle}
      text={texts.conflictText}
      action={
        <>
          <Button onClick={onMine}>{texts.keepMine}</Button>
          <Button onClick={onTheirs}>{texts.takeTheirs}</Button>
        </>
      }
    />
  )
}
