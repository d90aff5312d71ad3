ALTER TABLE "deposit" VALIDATE CONSTRAINT "deposit_place_check";
