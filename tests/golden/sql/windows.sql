WITH _opened AS MATERIALIZED (
  SELECT f."visit_date" AS "d1", f."player_id" AS "_player", coalesce(f."visit_time", TIMESTAMP '2290-01-01 00:00:00') AS "_t1", coalesce(f."visit_time", TIMESTAMP '2290-01-01 00:00:00') AS "_j1"
  FROM "visit" AS f
  WHERE f."visit_date" >= DATE '2026-01-01' AND f."visit_date" < DATE '2026-01-11' AND f."player_id" IS NOT NULL AND f."visit_time" IS NOT NULL
),
_step2 AS MATERIALIZED (
  SELECT f."player_id" AS "_player", coalesce(f."buy_time", TIMESTAMP '2290-01-01 00:00:00') AS "_time"
  FROM "buy" AS f
  WHERE f."buy_date" >= DATE '2026-01-01' AND f."buy_date" < DATE '2026-01-12' AND f."status" = 'paid' AND f."player_id" IS NOT NULL AND f."buy_time" IS NOT NULL
  GROUP BY 1, 2
),
_walk2 AS MATERIALIZED (
  SELECT w."d1", w."_player", w."_t1", CASE WHEN s."_time" IS NOT NULL AND date_diff('microsecond', w."_t1", s."_time") <= 86400000000 THEN s."_time" END AS "_t2", coalesce(CASE WHEN s."_time" IS NOT NULL AND date_diff('microsecond', w."_t1", s."_time") <= 86400000000 THEN s."_time" END, TIMESTAMP '2290-01-01 00:00:00') AS "_j2"
  FROM _opened AS w
  ASOF LEFT JOIN _step2 AS s ON w."_player" = s."_player" AND w."_j1" <= s."_time"
),
_people AS MATERIALIZED (
  SELECT "d1", "_player", "_t1", "_t2", CASE WHEN "_t2" IS NOT NULL THEN 2 ELSE 1 END AS "_taken", row_number() OVER (PARTITION BY "_player", "d1" ORDER BY CASE WHEN "_t2" IS NOT NULL THEN 2 ELSE 1 END DESC, "_t1", "d1" NULLS LAST) AS "_place", row_number() OVER (PARTITION BY "_player" ORDER BY CASE WHEN "_t2" IS NOT NULL THEN 2 ELSE 1 END DESC, "_t1", "d1" NULLS LAST) AS "_whole"
  FROM _walk2
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "d1", count(*) AS "s1", count(*) FILTER (WHERE "_taken" >= 2) AS "s2"
  FROM _people
  WHERE "_whole" = 1
  UNION ALL
  SELECT 1 AS "_level", grouped.*
  FROM (
    SELECT "d1", count(*) AS "s1", count(*) FILTER (WHERE "_taken" >= 2) AS "s2"
    FROM _people
    WHERE "_place" = 1
    GROUP BY 1
  ) AS grouped
)
SELECT r."d1", r."s1", r."s2", r."c2"
FROM (
  SELECT "_level", "d1", r."s1" AS "s1", r."s2" AS "s2", r."s2" / nullif(r."s1", 0) AS "c2"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."d1" DESC NULLS LAST
LIMIT 100002
