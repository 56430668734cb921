import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { initials } from '@/lib/format'
import { color, radius, type } from '@/theme/tokens'
import { useObjectUrl } from './useObjectUrl'

const Box = styled('div')({ display: 'flex', alignItems: 'center', gap: 12, minWidth: 0 })
const Tile = styled('span', { shouldForwardProp: (prop) => prop !== 'size' && prop !== 'isMuted' })<{ size: number; isMuted: boolean }>(({ size, isMuted }) => ({
  display: 'grid',
  placeContent: 'center',
  flex: 'none',
  width: size,
  height: size,
  overflow: 'hidden',
  borderRadius: radius.tile,
  fontSize: Math.round(size * 0.36),
  fontWeight: 620,
  color: isMuted ? color.muted : color.accent,
  backgroundColor: isMuted ? color.neutralSoft : color.accentSoft,
  '& img': { width: size, height: size, objectFit: 'cover' },
}))
const Names = styled('div')({ minWidth: 0, overflowWrap: 'anywhere' })
const Name = styled('div')({ ...type.body, fontWeight: 560 })
const Line = styled('div')({ ...type.small, color: color.muted })

interface InitialsProps {
  name: string
  /** The address of a photo; `null` for none. */
  photo?: string | null
  /** The size: 34 in rows, on phones 40, in dialogs 64. */
  size?: 34 | 40 | 64
  /** Somebody of earlier times. */
  isMuted?: boolean
}

/** Somebody's photo or the initials; it stands beside the name, so it says nothing. */
export function Initials({ name, photo = null, size = 34, isMuted = false }: InitialsProps) {
  return (
    <Tile size={size} isMuted={isMuted} aria-hidden="true">
      {photo === null ? initials(name) : <Photo url={photo} name={name} />}
    </Tile>
  )
}

/** The initials until the photo is here; the cache knows how bytes are read. */
function Photo({ url, name }: { url: string; name: string }) {
  const { data } = useQuery<Blob>({ queryKey: ['bytes', url] })
  const src = useObjectUrl(data)
  return src === '' ? initials(name) : <img src={src} alt="" />
}

/** Somebody in a row: tile, name, and a line under it. */
interface PersonProps extends Omit<InitialsProps, 'name'> {
  /** The person of the tile. */
  of: string
  /** The name as it is shown, such as a link. */
  name: ReactNode
  line?: ReactNode
}

export function Person({ of, name, line, ...tile }: PersonProps) {
  return (
    <Box>
      <Initials name={of} {...tile} />
      <Names>
        <Name>{name}</Name>
        {line !== undefined && <Line>{line}</Line>}
      </Names>
    </Box>
  )
}
