import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { courseSchemas } from '#shared/api/courses.schema.ts';
import { describeFailure } from '../../../../lib/http/failure.ts';
import { useImageUpload } from '../../../../lib/http/image-upload.ts';
import { checkInput, fieldErrorsOf, type FieldErrors } from '../../../../lib/page/form.ts';
import { useFormDraft } from '../../../../lib/storage/use-form-draft.ts';
import { useCreateCourse } from '../../api/authoring.ts';
import { DetailsFields } from './DetailsFields.tsx';
import { EditorFrame } from './EditorFrame.tsx';
import { createInputOf, draftOf } from './item-form.ts';
import { StepForm } from './StepForm.tsx';
import { stepPath, type Step } from './steps.ts';
import { TypeField } from './TypeField.tsx';

const ID = 'new-item';

/**
 * The first two steps of a new item, whose entered values are stored on this device. After them the item is stored as a
 * draft, and the other steps edit it.
 */
export function NewCourse({ step: requested }: { step: Step }) {
  const navigate = useNavigate();
  const form = useFormDraft('course', draftOf(null));
  const upload = useImageUpload('course-image');
  const { mutateAsync: create, isPending } = useCreateCourse();
  const [errors, setErrors] = useState<FieldErrors>({});
  const draft = form.values;
  const step = draft.contentType === '' ? 'type' : requested;

  const submitType = (): boolean => {
    const isChosen = draft.contentType !== '';
    setErrors(isChosen ? {} : { contentType: 'Choose a type' });
    if (isChosen) void navigate(stepPath(null, 'details'));
    return isChosen;
  };
  const submitDetails = async (): Promise<boolean> => {
    const { errors: found } = checkInput<unknown>(courseSchemas.createCourse.body, createInputOf(draft));
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    try {
      const cover = await upload.finish();
      const { id } = await create({ ...createInputOf(draft), ...(cover && { imageFileId: cover.fileId }) });
      form.discard();
      void navigate(stepPath(id, 'content'), { replace: true });
      return true;
    } catch (error) {
      const refused = fieldErrorsOf(error);
      setErrors(Object.keys(refused).length > 0 ? refused : { title: describeFailure(error).message });
      return false;
    }
  };
  return (
    <EditorFrame
      title="New item"
      text="It is a draft that only you see until you publish it."
      courseId={null}
      step={step}
      errors={{}}
    >
      <StepForm
        key={step}
        idPrefix={ID}
        errors={errors}
        submitLabel={step === 'type' ? 'Continue' : 'Save draft and continue'}
        isSaving={isPending}
        onDiscard={form.isRestored ? form.discard : undefined}
        onSubmit={async () => (step === 'type' ? submitType() : submitDetails())}
      >
        {step === 'type' ? (
          <TypeField
            id={`${ID}-contentType`}
            value={draft.contentType}
            error={errors['contentType']}
            onChange={(contentType) => form.change({ contentType })}
          />
        ) : (
          <DetailsFields
            idPrefix={ID}
            draft={draft}
            errors={errors}
            upload={upload}
            coverUrl={null}
            onRemoveCover={() => undefined}
            onChange={form.change}
          />
        )}
      </StepForm>
    </EditorFrame>
  );
}
