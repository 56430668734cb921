import { useFormContext, useWatch } from 'react-hook-form'
import { publicFormat } from '@/lib/publicFormat'
import { HomeChoice } from '@/ui/form/HomeChoice'
import { onlyRoom, type Answers } from '../model'
import type { StepProps } from './step'

/** Step 2: which home, and of a shared house which room. */
export function HomeStep({ homes, offered }: StepProps) {
  const { register, control, formState, setValue } = useFormContext<Answers>()
  const [propertyId, roomId] = useWatch({ control, name: ['propertyId', 'roomId'] })
  const other = ({ target }: { target: { value: string } }) => setValue('roomId', onlyRoom(homes, target.value))
  return (
    <HomeChoice
      homes={homes}
      offered={offered}
      propertyId={propertyId}
      roomId={roomId}
      propertyError={formState.errors.propertyId?.message}
      roomError={formState.errors.roomId?.message}
      format={publicFormat}
      property={register('propertyId', { onChange: other })}
      room={register('roomId')}
    />
  )
}
