WITH _seen AS MATERIALIZED (
  SELECT f."player_id" AS "_player", date_diff('day', DATE '2026-01-03', f."visit_date") AS "_t"
  FROM "visit_hand" AS f
  WHERE f."visit_date" >= DATE '2025-12-26' AND f."visit_date" < DATE '2026-01-04' AND f."player_id" IS NOT NULL
  GROUP BY 1, 2
),
_people AS MATERIALIZED (
  SELECT "_player", count(*) FILTER (WHERE "_t" > -3) AS "y3", count(*) FILTER (WHERE "_t" > -9) AS "y9"
  FROM _seen
  GROUP BY 1
),
_numbers AS MATERIALIZED (
  SELECT TRY_CAST(1 AS BIGINT) AS "b" UNION ALL SELECT TRY_CAST(2 AS BIGINT) AS "b" UNION ALL SELECT TRY_CAST(3 AS BIGINT) AS "b" UNION ALL SELECT TRY_CAST(4 AS BIGINT) AS "b" UNION ALL SELECT TRY_CAST(5 AS BIGINT) AS "b" UNION ALL SELECT TRY_CAST(6 AS BIGINT) AS "b" UNION ALL SELECT TRY_CAST(7 AS BIGINT) AS "b" UNION ALL SELECT TRY_CAST(8 AS BIGINT) AS "b" UNION ALL SELECT TRY_CAST(9 AS BIGINT) AS "b"
),
_levels AS (
  SELECT 0 AS "_level", NULL AS "b", count(*) FILTER (WHERE last_day > -3) AS "y3", count(*) FILTER (WHERE last_day > -9) AS "y9"
  FROM (SELECT max("_t") AS last_day FROM _seen GROUP BY "_player") AS players
  UNION ALL
  SELECT 1 AS "_level", "b", CASE WHEN "b" <= 3 THEN sum("_m0") END AS "y3", CASE WHEN "b" <= 9 THEN sum("_m1") END AS "y9"
  FROM (
  SELECT "y3" AS "b", TRY_CAST(1 AS BIGINT) AS "_m0", TRY_CAST(0 AS BIGINT) AS "_m1"
  FROM _people
  WHERE "y3" > 0
  UNION ALL
  SELECT "y9" AS "b", TRY_CAST(0 AS BIGINT) AS "_m0", TRY_CAST(1 AS BIGINT) AS "_m1"
  FROM _people
  WHERE "y9" > 0
  UNION ALL
  SELECT "b", TRY_CAST(0 AS BIGINT) AS "_m0", TRY_CAST(0 AS BIGINT) AS "_m1"
  FROM _numbers
  ) AS stacked
  GROUP BY "b"
)
SELECT r."b", r."y3", r."y3_share", r."y9", r."y9_share"
FROM (
  SELECT "_level", "b", r."y3" AS "y3", r."y3" / nullif(sum(r."y3") OVER (PARTITION BY r."_level"), 0) AS "y3_share", r."y9" AS "y9", r."y9" / nullif(sum(r."y9") OVER (PARTITION BY r."_level"), 0) AS "y9_share"
  FROM _levels AS r
) AS r
ORDER BY r."_level", r."b" ASC NULLS LAST
LIMIT 100002
