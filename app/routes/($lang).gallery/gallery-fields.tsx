import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { ErrorSummary } from "../../ui/fields/error-summary.tsx";
import { FieldFrame, fieldIds } from "../../ui/fields/field-frame.tsx";
import { RadioCard } from "../../ui/fields/radio-card.tsx";
import { SelectInput } from "../../ui/fields/select-input.tsx";
import { TextArea, TextInput } from "../../ui/fields/text-input.tsx";
import { Shelf } from "./shelf.tsx";

export function GalleryFields() {
  const wrong = fieldIds("refund", { hint: true, error: true });
  return (
    <Shelf name="Fields">
      <ErrorSummary
        title="2 fields need attention"
        fields={[
          { id: "refund", text: "Refund address is too short" },
          { id: "terms", text: "Accept the terms" },
        ]}
      />
      <div className="grid gap-6 lg:grid-cols-3">
        <FieldFrame id="email" label="PayPal email" hint="The account must be in your name">
          <TextInput id="email" type="email" placeholder="name@mail.com" aria-describedby="email-hint" />
        </FieldFrame>
        <FieldFrame
          id="refund"
          label="Refund address, TRC20"
          hint="Used only if we have to return your money"
          error="This TRON address is 13 characters short"
        >
          <TextInput
            id="refund"
            defaultValue="TWd4WrZ9wn84f5x1hZhL4"
            aria-invalid
            aria-describedby={wrong.describedBy}
          />
        </FieldFrame>
        <FieldFrame id="currency" label="Currency">
          <SelectInput id="currency">
            <option>USD in PayPal</option>
            <option>PayPal EUR</option>
          </SelectInput>
        </FieldFrame>
        <FieldFrame id="info" label="More about it">
          <TextArea id="info" />
        </FieldFrame>
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-1.5 text-body-2 font-semibold">Which way</legend>
          <RadioCard name="way" value="quote" title="A new quote" defaultChecked>
            The total will not change
          </RadioCard>
          <RadioCard name="way" value="refund" title="A refund">
            To your refund address
          </RadioCard>
        </fieldset>
        <div>
          <Checkbox id="terms" name="terms" label="I accept the terms" error="Please tick this box to continue." />
          <Checkbox id="save" name="save" label="Save this address" defaultChecked />
        </div>
      </div>
    </Shelf>
  );
}
