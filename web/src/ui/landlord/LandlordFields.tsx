import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Plus, X } from 'lucide-react'
import { useEffect, useRef, useState, type ComponentProps } from 'react'
import { useFormContext, useWatch, type FieldPath } from 'react-hook-form'
import { Input, TextArea } from '../form/controls'
import { Field } from '../form/Field'
import { Segments } from '../Segments'
import { landlord as texts } from './messages'
import type { LandlordValues } from './values'

const Joint = styled('div')({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 4, '& > div': { width: '100%' } })
const Names = styled('div')({ display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: 10, '& > div': { width: '100%' } })
const mostJoint = 3

type TextName = Exclude<FieldPath<LandlordValues>, 'jointLandlords' | `jointLandlords.${number}` | 'landlordKind'>

function TextField({ name, label, hint, isLong = false, isOptional = false, ...input }: { name: TextName; label: string; hint?: string; isLong?: boolean; isOptional?: boolean } & Omit<ComponentProps<'input'>, 'name'>) {
  const { register, getFieldState, formState } = useFormContext<LandlordValues>()
  return (
    <Field label={label} hint={hint} isOptional={isOptional} error={getFieldState(name, formState).error?.message}>
      {(control) => (isLong ? <TextArea {...control} {...register(name)} maxLength={300} /> : <Input maxLength={200} autoComplete="off" {...input} {...control} {...register(name)} />)}
    </Field>
  )
}

/** Asks who lets and where notices reach them: in the settings as in an agreement. The form has the values of a landlord among its own. */
export function LandlordFields() {
  const { control, setValue, setFocus, formState } = useFormContext<LandlordValues>()
  const kind = useWatch({ control, name: 'landlordKind' })
  const joint = useWatch({ control, name: 'jointLandlords' })
  const [added, setAdded] = useState<number>()
  const addButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (added !== undefined) setFocus(`jointLandlords.${added}.text`)
  }, [added, setFocus])
  const change = (to: LandlordValues['jointLandlords']) => setValue('jointLandlords', to, { shouldDirty: true, shouldValidate: formState.isSubmitted })
  const add = () => {
    change([...joint, { text: '' }])
    setAdded(joint.length)
  }
  const remove = (index: number) => {
    change(joint.filter((_, at) => at !== index))
    setAdded(undefined)
    addButton.current?.focus()
  }
  return (
    <>
      <div>
        <Segments label={texts.kind} value={kind} options={texts.kinds} onChange={(to) => setValue('landlordKind', to, { shouldDirty: true, shouldValidate: formState.isSubmitted })} />
      </div>
      <Names>
        <TextField name="landlordName" label={texts.name} hint={texts.nameHint} autoComplete={kind === 'company' ? 'organization' : 'name'} />
        {kind === 'person' &&
          joint.map((_, index) => (
            <Joint key={index}>
              <TextField name={`jointLandlords.${index}.text`} label={texts.joint(index + 2)} />
              <Button variant="text" onClick={() => remove(index)} startIcon={<X size={16} strokeWidth={1.75} />}>
                {texts.removeJoint(index + 2)}
              </Button>
            </Joint>
          ))}
        {kind === 'person' && joint.length < mostJoint && (
          <Button ref={addButton} variant="text" onClick={add} startIcon={<Plus size={16} strokeWidth={1.75} />}>
            {texts.addJoint}
          </Button>
        )}
      </Names>
      {kind === 'company' && <TextField name="companyNumber" label={texts.companyNumber} maxLength={20} isOptional />}
      <TextField name="tradingAs" label={texts.tradingAs} isOptional />
      <TextField name="landlordAddress" label={texts.address} hint={texts.addressHint} isLong />
    </>
  )
}
