import { inputs as texts } from '../messages'
import { groups, nationNames, ownerFacts, ownerOf, type Typed } from '../model'
import type { Work } from '../useWorked'
import { Choice, hintOf, InputField, Part } from './inputs'

/** Asks what is bought, where and by whom, and shows the tax that follows. */
export function PurchaseTaxInputs({ work }: { work: Work }) {
  const { typed, analysis, mistakes, onType } = work
  const found = analysis?.assumptions
  const kind = typed.propertyKind ?? found?.propertyKind ?? 'residential'
  const buyer = typed.buyer ?? found?.buyer ?? 'person'
  const isAbroad = typed.livesAbroad ?? found?.livesAbroad ?? false
  const owner = ownerOf({ ownsAnotherHome: typed.ownsAnotherHome ?? found?.ownsAnotherHome, firstTimeBuyer: typed.firstTimeBuyer ?? found?.firstTimeBuyer })
  const hint = (name: keyof Typed) => hintOf(name, typed[name] !== undefined, analysis)
  const [homes, tax] = groups.purchaseTax
  return (
    <Part name={texts.purchaseTax}>
      <Choice label={texts.kind} value={kind} options={texts.kinds} hint={hint('propertyKind')} error={mistakes.propertyKind} onChoose={(propertyKind) => onType({ propertyKind })} />
      <Choice
        label={texts.nation}
        value={typed.nation ?? found?.nation ?? 'England'}
        options={nationNames}
        hint={hint('nation')}
        error={mistakes.nation}
        onChoose={(nation) => onType({ nation })}
      />
      <div data-wide>
        <Choice
          label={texts.buyer}
          value={buyer}
          options={texts.buyers}
          hint={hint('buyer')}
          error={mistakes.buyer}
          // A company has no first home, and pays no income tax.
          onChoose={(chosen) => onType(chosen === 'person' ? { buyer: chosen } : { buyer: chosen, ownsAnotherHome: undefined, firstTimeBuyer: undefined, countsIncomeTax: undefined })}
        />
      </div>
      {buyer === 'person' && (
        <div data-wide>
          <Choice
            label={texts.owner}
            value={owner}
            options={texts.owners}
            hint={hint('ownsAnotherHome')}
            error={mistakes.firstTimeBuyer ?? mistakes.ownsAnotherHome ?? mistakes.buyerType}
            onChoose={(chosen) => onType(ownerFacts(chosen))}
          />
        </div>
      )}
      <Choice
        label={texts.livesIn}
        value={isAbroad ? 'abroad' : 'here'}
        options={texts.places}
        hint={hint('livesAbroad')}
        error={mistakes.livesAbroad}
        onChoose={(place) => onType({ livesAbroad: place === 'abroad' })}
      />
      {(kind === 'residential' || kind === 'mixed') && <InputField input={homes} work={work} />}
      <div data-wide>
        <InputField input={tax} work={work} label={analysis?.returns.taxName ?? undefined} />
      </div>
    </Part>
  )
}
