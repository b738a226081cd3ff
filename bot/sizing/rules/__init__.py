"""The rules of sizing: from a job to bytes, seconds and yuan. No session, no file, no clock.

| module | answers |
|---|---|
| shapes | Model, Card, Job and the estimates |
| memory | memory(job) -> MemoryEstimate · verdict(estimate, card) · kv_per_token(model) · max_seq(job, card) |
| speed, scaling | speed(job, card) -> TimeEstimate · useful_cards(job, card) -> Scaling |
| generation | generation(job, card) -> Generation |
| amounts | hours(rate, gpus, tokens) · tokens_of(samples, length, epochs) · effective_batch(job) |
| change | cheapest_change(job, card) -> Change or None · changes(job, card) · cards_needed(job, card) |
| pace | times_as_fast(card, other) -> Times |
| calibrate | comparable(runs, …) · correction(runs) · slower(runs) |
| near | nearest_rows(job, rows) -> the closest measurements |
| money | compare_cards(…) · break_even(hourly, monthly) |
| runs | trial_run(…) · run_set(…) · run_set_table(…) · cards_for_deadline(…) |
| transfer | transfer_time(size, bits_per_s) |
| config | model_from_config(json_text) |
| typical | typical_model(params) for a bare "13B" |

Names are looked up in `bot.sizing.facts`: find_model, find_card, models, cards, aliases_of, measured.
"""
