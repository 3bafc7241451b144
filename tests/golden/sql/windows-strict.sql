WITH _opened AS MATERIALIZED (
  SELECT f."player_id" AS "_player", coalesce(f."visit_time", TIMESTAMP '2290-01-01 00:00:00') AS "_t1", coalesce(f."visit_time", TIMESTAMP '2290-01-01 00:00:00') AS "_j1"
  FROM "visit" AS f
  WHERE f."visit_date" >= DATE '2026-01-01' AND f."visit_date" < DATE '2026-01-11' AND f."player_id" IS NOT NULL AND f."visit_time" IS NOT NULL
),
_step1 AS MATERIALIZED (
  SELECT f."player_id" AS "_player", coalesce(f."visit_time", TIMESTAMP '2290-01-01 00:00:00') AS "_time"
  FROM "visit" AS f
  WHERE f."visit_date" >= DATE '2026-01-01' AND f."visit_date" < DATE '2026-02-10' AND f."player_id" IS NOT NULL AND f."visit_time" IS NOT NULL
  GROUP BY 1, 2
),
_step2 AS MATERIALIZED (
  SELECT f."player_id" AS "_player", coalesce(f."buy_time", TIMESTAMP '2290-01-01 00:00:00') AS "_time"
  FROM "buy" AS f
  WHERE f."buy_date" >= DATE '2026-01-01' AND f."buy_date" < DATE '2026-02-10' AND f."status" = 'paid' AND f."amount" >= 50 AND f."player_id" IS NOT NULL AND f."buy_time" IS NOT NULL
  GROUP BY 1, 2
),
_step3 AS MATERIALIZED (
  SELECT f."player_id" AS "_player", coalesce(f."buy_time", TIMESTAMP '2290-01-01 00:00:00') AS "_time"
  FROM "buy" AS f
  WHERE f."buy_date" >= DATE '2026-01-01' AND f."buy_date" < DATE '2026-02-10' AND f."status" = 'paid' AND f."player_id" IS NOT NULL AND f."buy_time" IS NOT NULL
  GROUP BY 1, 2
),
_other2 AS MATERIALIZED (
  SELECT * FROM _step3
),
_between2 AS MATERIALIZED (
  SELECT w."_player", w."_t1", w."_j1", s."_time" AS "_otherTime"
  FROM _opened AS w
  ASOF LEFT JOIN _other2 AS s ON w."_player" = s."_player" AND w."_j1" < s."_time"
),
_walk2 AS MATERIALIZED (
  SELECT w."_player", w."_t1", CASE WHEN s."_time" IS NOT NULL AND date_diff('microsecond', w."_t1", s."_time") <= 2592000000000 AND (w."_otherTime" IS NULL OR w."_otherTime" >= s."_time") THEN s."_time" END AS "_t2", coalesce(CASE WHEN s."_time" IS NOT NULL AND date_diff('microsecond', w."_t1", s."_time") <= 2592000000000 AND (w."_otherTime" IS NULL OR w."_otherTime" >= s."_time") THEN s."_time" END, TIMESTAMP '2290-01-01 00:00:00') AS "_j2"
  FROM _between2 AS w
  ASOF LEFT JOIN _step2 AS s ON w."_player" = s."_player" AND w."_j1" <= s."_time"
),
_other3 AS MATERIALIZED (
  SELECT * FROM _step1
),
_between3 AS MATERIALIZED (
  SELECT w."_player", w."_t1", w."_t2", w."_j2", s."_time" AS "_otherTime"
  FROM _walk2 AS w
  ASOF LEFT JOIN _other3 AS s ON w."_player" = s."_player" AND w."_j2" < s."_time"
),
_walk3 AS MATERIALIZED (
  SELECT w."_player", w."_t1", w."_t2", CASE WHEN s."_time" IS NOT NULL AND date_diff('microsecond', w."_t1", s."_time") <= 2592000000000 AND (w."_otherTime" IS NULL OR w."_otherTime" >= s."_time") THEN s."_time" END AS "_t3", coalesce(CASE WHEN s."_time" IS NOT NULL AND date_diff('microsecond', w."_t1", s."_time") <= 2592000000000 AND (w."_otherTime" IS NULL OR w."_otherTime" >= s."_time") THEN s."_time" END, TIMESTAMP '2290-01-01 00:00:00') AS "_j3"
  FROM _between3 AS w
  ASOF LEFT JOIN _step3 AS s ON w."_player" = s."_player" AND w."_j2" <= s."_time"
),
_people AS MATERIALIZED (
  SELECT "_player", "_t1", "_t2", "_t3", CASE WHEN "_t3" IS NOT NULL THEN 3 WHEN "_t2" IS NOT NULL THEN 2 ELSE 1 END AS "_taken", row_number() OVER (PARTITION BY "_player" ORDER BY CASE WHEN "_t3" IS NOT NULL THEN 3 WHEN "_t2" IS NOT NULL THEN 2 ELSE 1 END DESC, "_t1") AS "_place", row_number() OVER (PARTITION BY "_player" ORDER BY CASE WHEN "_t3" IS NOT NULL THEN 3 WHEN "_t2" IS NOT NULL THEN 2 ELSE 1 END DESC, "_t1") AS "_whole"
  FROM _walk3
),
_levels AS (
  SELECT 0 AS "_level", count(*) AS "s1", count(*) FILTER (WHERE "_taken" >= 2) AS "s2", count(*) FILTER (WHERE "_taken" >= 3) AS "s3"
  FROM _people
  WHERE "_whole" = 1
  UNION ALL
  SELECT 1 AS "_level", grouped.*
  FROM (
    SELECT count(*) AS "s1", count(*) FILTER (WHERE "_taken" >= 2) AS "s2", count(*) FILTER (WHERE "_taken" >= 3) AS "s3"
    FROM _people
    WHERE "_place" = 1
  ) AS grouped
)
SELECT r."s1", r."s2", r."c2", r."s3", r."c3", r."t3"
FROM (
  SELECT "_level", r."s1" AS "s1", r."s2" AS "s2", r."s2" / nullif(r."s1", 0) AS "c2", r."s3" AS "s3", r."s3" / nullif(r."s2", 0) AS "c3", r."s3" / nullif(r."s1", 0) AS "t3"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."s1" DESC NULLS LAST
LIMIT 100002
