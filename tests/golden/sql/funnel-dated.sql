WITH _step1 AS MATERIALIZED (
  SELECT f."player_id" AS "_player", min(f."enrol_date") AS "_day"
  FROM "enrol" AS f
  WHERE f."enrol_date" >= DATE '2026-01-01' AND f."enrol_date" < DATE '2026-01-11' AND f."player_id" IS NOT NULL
  GROUP BY 1
),
_step2 AS MATERIALIZED (
  SELECT e."_player", e."_day", min(f."buy_time") AS "_time"
  FROM "buy" AS f
  JOIN _step1 AS e ON e."_player" = f."player_id"
  WHERE f."buy_date" >= DATE '2026-01-01' AND f."buy_date" < DATE '2026-01-11' AND f."status" = 'paid' AND f."buy_date" >= e."_day" AND date_diff('day', e."_day", f."buy_date") <= 0
  GROUP BY 1, 2
),
_people AS MATERIALIZED (
  SELECT e."_player", CASE WHEN _step2."_player" IS NOT NULL THEN 2 ELSE 1 END AS "_taken"
  FROM _step1 AS e
  LEFT JOIN _step2 ON _step2."_player" = e."_player"
),
_levels AS (
  SELECT 0 AS "_level", count(*) AS "s1", count(*) FILTER (WHERE "_taken" >= 2) AS "s2"
  FROM _people
  UNION ALL
  SELECT 1 AS "_level", grouped.*
  FROM (
    SELECT count(*) AS "s1", count(*) FILTER (WHERE "_taken" >= 2) AS "s2"
    FROM _people
  ) AS grouped
)
SELECT r."s1", r."s2", r."c2"
FROM (
  SELECT "_level", r."s1" AS "s1", r."s2" AS "s2", r."s2" / nullif(r."s1", 0) AS "c2"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."s1" DESC NULLS LAST
LIMIT 100002
