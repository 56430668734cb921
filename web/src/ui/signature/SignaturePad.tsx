import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { CircleCheck, Eraser, PenLine, Type, Undo2 } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { signature as texts } from '@/lib/signature'
import { color, radius, type } from '@/theme/tokens'
import { Input } from '../form/controls'
import { Field, FieldError, Hint } from '../form/Field'
import { pictureOfName, signatureSize } from './strokes'
import { usePad } from './usePad'

const Group = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6, maxWidth: signatureSize.width + 2 })
const Name = styled('p')({ ...type.body, fontWeight: 560 })
const Sheet = styled('div')({
  position: 'relative',
  boxSizing: 'border-box',
  width: '100%',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.tile,
  overflow: 'hidden',
  backgroundColor: '#fff',
  '& > canvas, & > img': { display: 'block', width: '100%', aspectRatio: '2 / 1' },
  // On the pad alone: elsewhere a finger scrolls the page.
  '& > canvas': { touchAction: 'none', cursor: 'crosshair' },
  '&::after': { content: '""', position: 'absolute', left: 20, right: 20, bottom: '21%', borderBottom: '1px solid #61706C', pointerEvents: 'none' },
})
const Tools = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 4, '& > div': { display: 'flex', gap: 4 } })
const Status = styled('p')({ ...type.small, display: 'flex', alignItems: 'center', gap: 6, minHeight: 18, color: color.muted, '&[data-signed]': { color: color.success, fontWeight: 560 } })

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

/** Gives the focus to what has just appeared. */
const takeFocus = (control: HTMLElement | null) => control?.focus()

/** A signature: drawn with a finger, a pen or the mouse, or a typed name for those who cannot or would rather not. */
interface SignaturePadProps {
  /** The picture, a PNG data URL of 400 × 200; empty until there is one. */
  value: string
  error?: string | undefined
  /** The name of the control, for an error summary's link. */
  name: string
  /** The name of the signature, where a page has several. */
  label?: string
  onChange: (picture: string) => void
}

export function SignaturePad({ value, error, name, label = texts.label, onChange }: SignaturePadProps) {
  const id = useId()
  const [isTyping, setTyping] = useState(false)
  // The button that was pressed goes with the other way of signing: the focus stays here.
  const [isChanged, setChanged] = useState(false)
  const other = () => {
    setTyping(!isTyping)
    setChanged(true)
    onChange('')
  }
  const change = (
    <Button ref={isTyping || !isChanged ? undefined : takeFocus} name={isTyping ? undefined : name} variant="text" onClick={other} startIcon={isTyping ? <PenLine {...icon} /> : <Type {...icon} />}>
      {isTyping ? texts.draw : texts.type}
    </Button>
  )
  const described = [`${id}-hint`, error === undefined ? '' : `${id}-error`, `${id}-status`].filter(Boolean).join(' ')
  return (
    <Group role="group" aria-labelledby={id} aria-describedby={described}>
      <Name id={id}>{label}</Name>
      <Hint id={`${id}-hint`}>{isTyping ? texts.typeHint : texts.drawHint}</Hint>
      {error !== undefined && <FieldError id={`${id}-error`} text={error} />}
      {isTyping ? <TypedSignature name={name} picture={value} change={change} onChange={onChange} /> : <Drawn change={change} onChange={onChange} />}
      <Status id={`${id}-status`} role="status" data-signed={value === '' ? undefined : true}>
        {value !== '' && <CircleCheck size={15} strokeWidth={2} aria-hidden="true" />}
        {value === '' ? texts.notSigned : texts.signed}
      </Status>
    </Group>
  )
}

function Drawn({ change, onChange }: { change: ReactNode; onChange: (picture: string) => void }) {
  const { canvas, strokes, clear, undo } = usePad(onChange)
  return (
    <>
      <Sheet>
        <canvas ref={canvas} width={signatureSize.width} height={signatureSize.height} aria-hidden="true" />
      </Sheet>
      <Tools>
        <div>
          <Button variant="text" disabled={strokes === 0} onClick={clear} startIcon={<Eraser {...icon} />}>
            {texts.clear}
          </Button>
          <Button variant="text" disabled={strokes === 0} onClick={undo} startIcon={<Undo2 {...icon} />}>
            {texts.undo}
          </Button>
        </div>
        {change}
      </Tools>
    </>
  )
}

interface TypedProps {
  name: string
  picture: string
  change: ReactNode
  onChange: (picture: string) => void
}

function TypedSignature({ name, picture, change, onChange }: TypedProps) {
  const [text, setText] = useState('')
  const write = (typed: string) => {
    setText(typed)
    const plain = typed.trim()
    onChange([...plain].length < 2 ? '' : pictureOfName(plain))
  }
  return (
    <>
      <Field label={texts.name}>
        {(control) => <Input {...control} ref={takeFocus} name={name} value={text} maxLength={80} autoComplete="name" onChange={({ target }) => write(target.value)} />}
      </Field>
      {picture !== '' && (
        <Sheet>
          <img src={picture} alt={texts.picture(text.trim())} width={signatureSize.width} height={signatureSize.height} />
        </Sheet>
      )}
      <Tools>
        <div>
          <Button variant="text" disabled={text === ''} onClick={() => write('')} startIcon={<Eraser {...icon} />}>
            {texts.clear}
          </Button>
        </div>
        {change}
      </Tools>
    </>
  )
}
