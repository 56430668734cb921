import ButtonBase from '@mui/material/ButtonBase'
import { styled } from '@mui/material/styles'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { common } from '@/lib/messages'
import { color, media, radius, type } from '@/theme/tokens'
import { toastLifetime, toasts, type Toast } from './toasts'

const Place = styled('div')({
  position: 'fixed',
  zIndex: 1500,
  right: 24,
  bottom: 24,
  width: 380,
  pointerEvents: 'none',
  // Beside the bell and the menu's button in the bar, and beside a dialog's button: all are wanted while a toast is there.
  [media.mobile]: { top: 8, right: 104, left: 8, bottom: 'auto', width: 'auto' },
})

const Box = styled('div')({
  display: 'flex',
  alignItems: 'flex-start',
  gap: 12,
  padding: '12px 8px 13px 14px',
  borderRadius: radius.card,
  boxShadow: `0 12px 32px -8px ${color.shadow}`,
  pointerEvents: 'auto',
  // A tap on what lies below reaches it; nothing hovers on a phone.
  [media.mobile]: { flexWrap: 'wrap', pointerEvents: 'none' },
  '@keyframes lintel-toast': { from: { opacity: 0, translate: '0 8px' } },
  animation: 'lintel-toast 160ms ease-out',
})

const Dismiss = styled(ButtonBase)({
  flex: 'none',
  width: 32,
  height: 32,
  marginTop: -4,
  pointerEvents: 'auto',
  borderRadius: radius.control,
  color: 'inherit',
  '&:focus-visible': { outlineColor: 'currentColor', outlineOffset: -2 },
  [media.mobile]: { width: 44, height: 44, margin: '-10px -4px -10px 0' },
})

const Undo = styled(ButtonBase)({
  ...type.body,
  flex: 'none',
  alignSelf: 'center',
  minHeight: 32,
  padding: '0 12px',
  pointerEvents: 'auto',
  color: 'inherit',
  fontWeight: 580,
  border: '1px solid currentColor',
  borderRadius: radius.control,
  '&:focus-visible': { outlineColor: 'currentColor', outlineOffset: 2 },
  // Below the words, which are narrow there.
  [media.mobile]: { order: 1, flexBasis: '100%', minHeight: 44, marginRight: 6 },
})

const looks = {
  plain: { backgroundColor: color.inverse, color: color.onInverse, border: `1px solid ${color.inverseEdge}` },
  destructive: { backgroundColor: color.toastDanger, color: color.onToastDanger, border: `1px solid ${color.toastDanger}` },
}

/** Shows toasts: over the bar on mobile, its buttons left free, at the bottom right on desktop. */
export function ToastHost() {
  const toast = useSyncExternalStore(toasts.subscribe, toasts.current)
  // An open dialog hides what stood in the document before it from those who listen; the end of the document it does not.
  const isBehind = toast !== null && (toast.isDestructive || isCovered())
  return (
    <Place>
      <div role="status">{toast !== null && !isBehind && <ToastBox key={toast.id} toast={toast} />}</div>
      {isBehind &&
        createPortal(
          <Place ref={keepHeard} role={toast.isDestructive ? 'alert' : 'status'}>
            <ToastBox key={toast.id} toast={toast} />
          </Place>,
          document.body,
        )}
    </Place>
  )
}

/** A dialog that closes over another hides what stands beside that one; what is said here is heard all the same. */
function keepHeard(place: HTMLElement | null) {
  if (place === null) return
  const watch = new MutationObserver(() => place.removeAttribute('aria-hidden'))
  watch.observe(place, { attributeFilter: ['aria-hidden'] })
  return () => watch.disconnect()
}

/** Returns whether a dialog is open. */
const isCovered = () => document.querySelector('.MuiDialog-root') !== null

function ToastBox({ toast }: { toast: Toast }) {
  const hold = useLifetime(toast)
  const Icon = toast.isDestructive ? CircleAlert : CircleCheck
  return (
    <Box {...hold} sx={toast.isDestructive ? looks.destructive : looks.plain}>
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" style={{ flex: 'none', marginTop: 1 }} />
      <div style={{ flex: 1, minWidth: 0 }}>
        <p style={{ fontWeight: 620 }}>{toast.title}</p>
        {toast.text !== undefined && <p style={type.body}>{toast.text}</p>}
      </div>
      {toast.undo && (
        <Undo
          onClick={() => {
            toasts.dismiss()
            toast.undo?.onUndo()
          }}
        >
          {toast.undo.name}
        </Undo>
      )}
      <Dismiss aria-label={common.dismiss} onClick={toasts.dismiss}>
        <X size={18} strokeWidth={1.75} aria-hidden="true" />
      </Dismiss>
    </Box>
  )
}

/** Lets a toast go after its time, which stands still while it is pointed at or has the focus. */
function useLifetime({ id, undo }: Toast) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isHeld = isPointedAt || hasFocus
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => {
      if (toasts.current()?.id === id) toasts.dismiss()
    }, toastLifetime * (undo ? 2 : 1))
    return () => clearTimeout(timer)
  }, [id, undo, isHeld])
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
}
